"""The REST API: views translate requests to calls of services and selectors, and their results to JSON."""
