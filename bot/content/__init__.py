"""What designers write: the files of seeds/, and the games made of them, each version by its hash."""
