"""An observation: what everybody sees, as numbers and as fields with names. docs/REFEREE.md has the order of the numbers."""

from .actions import HEROES, TILES

STATUSES = ("setup", "playing", "paused", "won", "lost")
OBSERVATION_LENGTH = 10 + 2 * len(HEROES) + 5 * TILES + 12
_FIELDS = ("theft", "turned", "discards", "stack", "next", "drawn", "talking", "pawn")


class Observation(list):
    """The 150 numbers as a list, so that it can be given to any array library; the properties give them names."""

    @property
    def status(self):
        return STATUSES[self[0]]

    @property
    def is_over(self):
        return self[0] >= 3

    @property
    def sand_left(self):
        """The sand that is left, in milliseconds."""
        return self[1]

    @property
    def heroes(self):
        """For each hero, the cell (16 x tile + square) or None, and whether the hero has escaped."""
        return {
            hero: (None if self[10 + 2 * i] < 0 else self[10 + 2 * i], self[11 + 2 * i] == 1)
            for i, hero in enumerate(HEROES)
        }

    @property
    def tiles(self):
        """For each laid tile, by its number: x, y, quarter turns and mall."""
        board = self[18 : 18 + 5 * TILES]
        return {
            tile + 1: tuple(board[5 * tile + 1 : 5 * tile + 5]) for tile in range(TILES) if board[5 * tile] == 1
        }

    def __getattr__(self, name):
        if name in _FIELDS:
            return self[2 + _FIELDS.index(name)]
        raise AttributeError(name)

    def text(self):
        """The observation as a few lines of text, for people and language models."""
        heroes = ", ".join(
            "%s %s" % (hero, "is out" if out else "on tile %d square %d" % (cell >> 4, cell & 15))
            for hero, (cell, out) in self.heroes.items()
            if out or cell is not None
        )
        return "%s, %.1f s of sand, %d tiles laid, %d in the stack%s. %s." % (
            self.status,
            self.sand_left / 1000,
            len(self.tiles),
            self.stack,
            ", stolen" if self.theft else "",
            heroes,
        )
