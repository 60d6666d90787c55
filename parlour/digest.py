"""The digest of a set of components: what identifies its values in saved games and networks."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Any, Final

# Metadata of fields that only describe (the source of a value, a name that nothing depends on) and
# cannot change a game; the digest leaves them out.
DESCRIPTION: Final = {"description": True}


def digest(values: Any) -> str:
    """SHA-256 (hex) of values, in a canonical JSON form."""
    text = json.dumps(values, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def playing_values(value: Any) -> Any:
    """Return the value as JSON types, without the fields that only describe."""
    if is_dataclass(value):
        return {
            part.name: playing_values(getattr(value, part.name))
            for part in fields(value)
            if "description" not in part.metadata
        }
    if isinstance(value, Mapping):
        return {str(key): playing_values(item) for key, item in value.items()}
    if isinstance(value, tuple | list):
        return [playing_values(item) for item in value]
    return value
