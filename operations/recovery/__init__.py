"""After the engine was killed: finds what it had begun to create, and brings state and cloud together again."""
