"""What a ruleset must keep, as functions its tests call."""

__all__: list[str] = []
