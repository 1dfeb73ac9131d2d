"""The shards of the connection to Discord."""
