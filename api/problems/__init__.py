"""The problems that the API responds with: their catalogue, and one refusal as exception, value and JSON."""

from api.problems.catalogue import FIELD_CODES, PROBLEMS, ProblemType
from api.problems.errors import ApiError, Fault, FieldError, Problem, ProblemBody, describe_expected

__all__ = [
    "FIELD_CODES",
    "PROBLEMS",
    "ApiError",
    "Fault",
    "FieldError",
    "Problem",
    "ProblemBody",
    "ProblemType",
    "describe_expected",
]
