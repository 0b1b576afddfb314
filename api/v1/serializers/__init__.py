"""Serializers: what requests must look like and what answers look like. Shape only; services do the work."""
