"""The files of seeds/, and the games made from them, by version and content hash."""
