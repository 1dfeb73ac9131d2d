"""Compute in other processes, of this machine or of a Dask cluster. Both are reached by executors
(`concurrent.futures`).
"""
