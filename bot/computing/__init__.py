"""Compute in other processes: on this machine, or on a Dask cluster. Both are executors (`concurrent.futures`)."""
