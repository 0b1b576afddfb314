"""The database backend of the tests: PostgreSQL that can be emptied between tests."""
