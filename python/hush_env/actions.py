"""The numbering of actions. docs/REFEREE.md has the same table; a test compares the two."""

HEROES = ("barbarian", "mage", "elf", "dwarf")
DIRECTIONS = ("north", "east", "south", "west")
TILES = 24
SEATS = 9

WAIT = 0
ONE_STEP = 1
FAR = ONE_STEP + 16
ESCALATOR = FAR + 16
VORTEX = ESCALATOR + 4
EXPLORE = VORTEX + 4 * TILES
LAY = EXPLORE + 1
STEAL = LAY + 4 * TILES
TURN = STEAL + 1
DISCARD = TURN + 1
NUDGE = DISCARD + TILES
ACTION_COUNT = NUDGE + SEATS


def describe(action):
    """An action in words, for people who read logs."""
    if action == WAIT:
        return "wait"
    if action < ESCALATOR:
        hero, heading = divmod((action - ONE_STEP) % 16, 4)
        far = "" if action < FAR else ", as far as possible"
        return "%s %s%s" % (HEROES[hero], DIRECTIONS[heading], far)
    if action < VORTEX:
        return "%s by escalator" % HEROES[action - ESCALATOR]
    if action < EXPLORE:
        hero, tile = divmod(action - VORTEX, TILES)
        return "%s to the vortex on tile %d" % (HEROES[hero], tile + 1)
    if action == EXPLORE:
        return "explore"
    if action < STEAL:
        tile, side = divmod(action - LAY, 4)
        return "lay the tile at the %s door of tile %d" % (DIRECTIONS[side], tile + 1)
    if action == STEAL:
        return "steal"
    if action == TURN:
        return "turn the next action"
    if action < NUDGE:
        return "take tile %d out of the mall" % (action - DISCARD + 1)
    return "nudge player %d" % (action - NUDGE)


def legal_actions(mask):
    """The action numbers in a mask, in rising order. A mask is a whole number: bit n stands for action n."""
    actions = []
    while mask:
        low = mask & -mask
        actions.append(low.bit_length() - 1)
        mask ^= low
    return actions
