"""The files of seeds/, and the games made from them, each with a version of the rules and a hash of its content."""
