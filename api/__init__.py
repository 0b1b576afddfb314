"""The REST API: translation only. Requests become calls of services and selectors, their answers become JSON."""
