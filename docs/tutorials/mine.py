"""A strategy: many groups, and no large one."""

from dataclasses import dataclass

import salet


@dataclass(frozen=True)
class ManyGroups(salet.Ranking):
    """Many groups, and no large one."""

    name = "many_groups"
    worth: int = 4

    def values(self, view):
        """Count the groups, and take off the size of the largest."""
        return self.worth * view.stats.groups - view.stats.largest
