"""`ActionNames`: action ids and their names."""

from __future__ import annotations

from parlour.validation import near_match


class ActionNames:
    """The names of all actions for one set of components."""

    def __init__(self, names: tuple[str, ...]) -> None:
        self.names = names
        self._ids = {name: number for number, name in enumerate(names)}
        self._ids_in_lower_case = {name.lower(): i for name, i in self._ids.items()}

    def __getitem__(self, action: int) -> str:
        return self.names[action]

    def parse(self, text: str) -> int:
        """Return the id of a name; extra spaces and capitals do not matter."""
        if not isinstance(text, str):
            raise TypeError(f"the name of an action must be text, not {text!r}")
        name = " ".join(text.split())
        if name in self._ids:
            return self._ids[name]
        if name.lower() in self._ids_in_lower_case:
            return self._ids_in_lower_case[name.lower()]
        raise ValueError(f"{text!r} is not the name of an action{near_match(name, self.names)}")
