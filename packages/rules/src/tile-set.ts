/**
 * The standard set: tile 1 with its two sides and tiles 2-24 (CO-1, CO-5), as text that a person can read and
 * edit. parse-tiles.ts reads it; people may bring a set of their own in the same format.
 */
export const STANDARD_TILES: string = `# MALL TILES - an original set of 24 mall tiles (tile 1 is double sided: 1A / 1B)
# ---------------------------------------------------------------------------------
# Original layouts: 1A, 1B, 20 and 23 drawn by hand, the others found by random search + scoring under the checks below
# (one seed picked out of several for the difficulty ramp).  No layout was copied or traced from a published game.
#
# HOW TO READ A TILE
#   A tile is 4 x 4 cells.  The drawing is the tile in its own frame: the entry arrow is at the bottom.
#
#       +----+----+-YY-+----+      +  corner post
#       | e1   .    .    vO |      .     plain floor          ####  solid, no cell there
#       +----+    +----+----+      iC    item of hero C       xC    exit of hero C      vC  vortex of colour C
#       | .    .  |#########|      hg    hourglass (unused)   cb    crystal ball        cm  camera
#       +    +----+----+----+      e1 e1 the two ends of escalator 1 (e2 e2 likewise)    @   hero start (tile 1)
#       | .    .    .    .  G      |  ---- wall between cells     (blank) open
#       +    +----+    +    +      :  ~~~~ orange wall: only the dwarf may pass
#       | .    .    .    e1 |      -YY- / G  exploration door in the rim, on the cell it touches, colour of the hero
#       +----+-^^-+----+----+      -^^- entry arrow
#
#   Colours: Y yellow barbarian   P purple mage   G green elf   O orange dwarf
#   Door slots: north = column 3 of 4, east = row 3 of 4, south = column 2, west = row 2 (4-fold symmetric).
#   Text to the right of column 24 and lines starting with '#' are comments.
#   For a parser: after the line  tile <id>  "<name>"  come nine lines L0..L8.  Counting columns from 0,
#   cell (x,y) is L[1+2y] columns 3+5x..6+5x, the wall to its east is column 7+5x of the same line, the wall to its
#   south is L[2+2y] columns 3+5x..6+5x; doors: north L0 col 13-16, east L5 col 22, west L3 col 2, south L8 col 8-11.
# ---------------------------------------------------------------------------------

tile 1A  "Fountain Court"
  +----+----+-YY-+----+    Start, easy side. A pinwheel: from the plaza each arm is one slide to a door, two to a vortex.
  | vG   .    .  | vO |    doors      N yellow, E purple, S green, W orange
  +----+----+    +    +    features   vortex green, vortex orange, vortex purple, vortex yellow
  O .    @    @  | .  |    escalators 0   dwarf tunnels 0   cells 16
  +    +    +    +    +
  | .  | @    @    .  P
  +    +    +----+----+
  | vP | .    .    vY |
  +----+-GG-+----+----+

tile 1B  "Night Court"
  +----+----+-GG-+----+    Start, hard side. The doors hide round the corner of each arm; about 20 % more actions per game.
  | vO | .    .    vY |    doors      N green, E orange, S yellow, W purple
  +    +    +----+----+    features   vortex orange, vortex yellow, vortex green, vortex purple
  P .  | @    @    .  |    escalators 0   dwarf tunnels 0   cells 16
  +    +    +    +    +
  | .    @    @  | .  O
  +----+----+    +    +
  | vG   .    .  | vP |
  +----+-YY-+----+----+

tile 2  "Crumb & Cauldron Bakery"
  +----+----+-YY-+----+    Warm-up: a loop with an escalator that skips the bakery counter.
  | e1   .    .    vO |    doors      N yellow, E green
  +----+    +----+----+    features   vortex orange
  | .    .  |#########|    escalators 1   dwarf tunnels 0   cells 14
  +    +----+----+----+    actions    entry to doors 3/2, to features 3
  | .    .    .    .  G
  +    +----+    +    +
  | .    .    .    e1 |
  +----+-^^-+----+----+

tile 3  "Clockmaker's Arcade"
  +----+----+-PP-+----+    First hourglass, in a niche just past the main street.
  | .    .  | .  |####|    doors      N purple, W orange
  +    +    +    +####+    features   hourglass
  O .    .    .  |####|    escalators 0   dwarf tunnels 0   cells 13
  +    +----+    +----+    actions    entry to doors 2/2, to features 2
  | .  |####| .  | hg |
  +    +----+    +    +
  | .    .    .    .  |
  +----+-^^-+----+----+

tile 4  "Thunderhide Drums"
  +----+----+----+----+    Barbarian's drum shop; escalator links the two aisles.
  |####| .    vG |####|    doors      E purple, W green
  +----+    +    +----+    features   vortex green, item yellow
  G .    e1 | .    .  |    escalators 1   dwarf tunnels 0   cells 13
  +    +    +    +    +    actions    entry to doors 3/2, to features 2/2
  | iY | .    .  | .  P
  +    +    +----+    +
  | .    .  |####| e1 |
  +----+-^^-+----+----+

tile 5  "Stardust Apothecary"
  +----+----+-OO-+----+    Balcony shop: only the escalator leads up to the vials and the dwarf door.
  | e1   .    .    iP |    doors      N orange
  +----+----+----+----+    features   item purple
  |####| .    .    .  |    escalators 1   dwarf tunnels 0   cells 12
  +####+    +----+    +    actions    entry to doors 3, to features 3
  |####| .  |####| .  |
  +####+    +----+    +
  |####| .    .    e1 |
  +----+-^^-+----+----+

tile 6  "The Silver String"
  +----+----+-YY-+----+    Crossroads with all three sides open; the lute hangs in a side niche.
  | .    .    .  |####|    doors      N yellow, E orange, W purple
  +    +----+    +####+    features   item green
  P .    .    .  |####|    escalators 0   dwarf tunnels 0   cells 13
  +----+    +    +----+    actions    entry to doors 2/2/2, to features 2
  | iG   .  | .  | .  O
  +----+    +    +    +
  |####| .    .    .  |
  +----+-^^-+----+----+

tile 7  "Sandglass Bistro"
  +----+----+----+----+    Second hourglass, at the end of the terrace.
  | hg   .  |#########|    doors      E yellow, W green
  +----+    +----+----+    features   hourglass, vortex purple
  G .    e1 | .    e1 |    escalators 1   dwarf tunnels 0   cells 13
  +----+    +    +    +    actions    entry to doors 3/2, to features 2/1
  | .    .    .  | .  Y
  +    +    +----+----+
  | .    .    vP |####|
  +----+-^^-+----+----+

tile 8  "Deepvein Hardware"
  +----+----+-GG-+----+    Long counter along the north; a shaft with a yellow vortex in the middle.
  | .    .    .    iO |    doors      N green, E purple
  +    +    +----+----+    features   item orange, vortex yellow
  | .  | .  |#########|    escalators 0   dwarf tunnels 0   cells 13
  +    +    +####+----+    actions    entry to doors 2/2, to features 2/1
  | .  | vY |####| .  P
  +    +    +----+    +
  | .    .    .    .  |
  +----+-^^-+----+----+

tile 9  "Moon Gate"
  +----+----+-OO-+----+    Purple exit, low floor; the upper walk is an escalator ride away.
  |####| e1 | .  |####|    doors      N orange, W yellow
  +----+    +    +----+    features   exit purple
  Y .    .  | .    .  |    escalators 1   dwarf tunnels 0   cells 12
  +----+----+----+    +    actions    entry to doors 4/4, to features 2
  | xP   .  |####| .  |
  +----+    +----+    +
  |####| .    e1   .  |
  +----+-^^-+----+----+

tile 10  "Lion Gate"
  +----+----+----+----+    Yellow exit behind the east stairwell.
  | vG |####| xY   e1 |    doors      E purple, W orange
  +    +----+----+    +    features   vortex green, exit yellow
  O .    .  | .    .  |    escalators 1   dwarf tunnels 0   cells 14
  +----+    +    +    +    actions    entry to doors 3/2, to features 3/3
  |####| .    .  | .  P
  +----+    +    +    +
  | e1   .  | .    .  |
  +----+-^^-+----+----+

tile 11  "Leaf Gate"
  +----+----+-YY-+----+    Green exit plus the third hourglass: do not slide too far south.
  | .    .    .  |####|    doors      N yellow
  +    +    +----+####+    features   exit green, hourglass
  | .  | .  |#########|    escalators 0   dwarf tunnels 0   cells 12
  +    +    +----+----+    actions    entry to doors 2, to features 3/3
  | .    .  | .    xG |
  +    +    +    +----+
  | hg | .    .  |####|
  +----+-^^-+----+----+

tile 12  "Anvil Gate"
  +----+----+-GG-+----+    Orange exit on the far side of the escalator.
  | e1   xO | .    .  |    doors      N green
  +    +----+    +    +    features   exit orange, vortex yellow
  | .  |####| .    .  |    escalators 1   dwarf tunnels 0   cells 13
  +    +####+----+    +    actions    entry to doors 3, to features 3/3
  | vY |#########| .  |
  +----+----+----+    +
  | e1   .    .    .  |
  +----+-^^-+----+----+

tile 13  "Crawlspace Cellars"
  +----+----+-OO-+----+    First dwarf tunnels: two holes in the ring wall.
  | .    .  : .    .  |    doors      N orange, E yellow
  +    +    +----+    +    features   vortex purple
  | .  : vP |####| .  |    escalators 0   dwarf tunnels 2   cells 13
  +    +----+####+    +    actions    entry to doors 3/2, to features 4
  | .  |#########| .  Y
  +    +----+----+    +
  | .    .    .    .  |
  +----+-^^-+----+----+

tile 14  "Mole Street"
  +----+----+-GG-+----+    The dwarf cuts straight through to the green door.
  | .    .  : .  |####|    doors      N green, W purple
  +    +    +    +----+    features   vortex orange
  P .  | .    .  : vO |    escalators 1   dwarf tunnels 2   cells 13
  +    +----+    +    +    actions    entry to doors 4/4, to features 2
  | e1 |####| .    e1 |
  +----+----+----+    +
  |####| .    .    .  |
  +----+-^^-+----+----+

tile 15  "Seer's Parlour"
  +----+----+-GG-+----+    Crystal ball, three doors: best drawn first.
  | .    .  | .  | cb |    doors      N green, E orange, W yellow
  +    +    +    +    +    features   crystal ball
  Y .  | .    .    .  |    escalators 0   dwarf tunnels 0   cells 12
  +    +    +----+    +    actions    entry to doors 3/3/3, to features 3
  | .    .  |####| .  O
  +----+    +####+----+
  |####| .  |#########|
  +----+-^^-+----+----+

tile 16  "Watchtower West"
  +----+----+----+----+    Camera in the upper tower, door only by escalator.
  |####| e1 |####| cm |    doors      E purple
  +####+    +----+    +    features   camera, vortex yellow
  |####| .    .    .  |    escalators 1   dwarf tunnels 0   cells 12
  +----+    +----+----+    actions    entry to doors 4, to features 3/2
  | vY   .  | .    .  P
  +----+    +    +    +
  |####| .  | e1   .  |
  +----+-^^-+----+----+

tile 17  "Watchtower East"
  +----+----+-OO-+----+    Camera above the yellow gate; escalator between the two stairwells.
  | e1 | cm   .    e1 |    doors      N orange, W yellow
  +    +----+    +    +    features   camera, vortex green
  Y .  |####| .  | vG |    escalators 1   dwarf tunnels 0   cells 12
  +    +----+    +----+    actions    entry to doors 3/2, to features 4/4
  | .  | .    .  |####|
  +    +    +----+####+
  | .    .  |#########|
  +----+-^^-+----+----+

tile 18  "Guard Canteen"
  +----+----+----+----+    Dead end! Camera and the fourth hourglass in one guarded room.
  |####| .    .    hg |    doors      none (dead end)
  +----+    +    +----+    features   hourglass, camera
  | .    .    .  |####|    escalators 0   dwarf tunnels 2   cells 12
  +    +~~~~+    +####+    actions    entry to doors -, to features 4/4
  | .    .    .  |####|
  +----+    +    +----+
  |####| .  : .    cm |
  +----+-^^-+----+----+

tile 19  "Vault Lobby"
  +----+----+-PP-+----+    Camera over the vault; the lobby splits in two floors.
  | .    .    .    cm |    doors      N purple, E green
  +    +----+    +----+    features   camera, vortex orange
  | e1   .    .  |####|    escalators 1   dwarf tunnels 0   cells 12
  +----+    +----+----+    actions    entry to doors 3/4, to features 4/5
  |####| .  | vO   .  G
  +####+    +----+    +
  |####| .  |####| e1 |
  +----+-^^-+----+----+

tile 20  "Crooked Stairs"
  +----+----+-YY-+----+    Two escalators cross; three doors, each one floor apart.
  | e2   .    .    .  |    doors      N yellow, E green, W orange
  +----+----+----+    +    features   vortex purple
  O .    .  |####| .  |    escalators 2   dwarf tunnels 0   cells 14
  +    +    +----+    +    actions    entry to doors 3/3/2, to features 3
  | vP | e2 | e1   .  G
  +----+    +----+----+
  |####| .    .    e1 |
  +----+-^^-+----+----+

tile 21  "Mirror Gallery"
  +----+----+-PP-+----+    Ring gallery with a dwarf short cut.
  | e1   vY : .    .  |    doors      N purple, W green
  +    +----+    +    +    features   vortex yellow
  G .  |####| e1   .  |    escalators 1   dwarf tunnels 1   cells 13
  +    +----+----+    +    actions    entry to doors 3/3, to features 4
  | .    .  |####| .  |
  +----+    +----+    +
  |####| .    .    .  |
  +----+-^^-+----+----+

tile 22  "Oracle's Balcony"
  +----+----+----+----+    Second crystal ball, upstairs.
  | e1   .  |#########|    doors      E orange
  +----+    +####+----+    features   crystal ball, vortex green
  |####| .  |####| cb |    escalators 1   dwarf tunnels 0   cells 12
  +----+    +----+    +    actions    entry to doors 4, to features 4/5
  | .    .  | vG | .  O
  +    +    +    +    +
  | .    .  | .    e1 |
  +----+-^^-+----+----+

tile 23  "Tunnel Market"
  +----+----+-PP-+----+    Two tunnels: a three-action walk for the dwarf, five for everybody else.
  | .    .    .  |####|    doors      N purple, E yellow
  +    +----+    +----+    features   vortex orange
  | .  |####| .  : .  |    escalators 0   dwarf tunnels 2   cells 14
  +    +----+    +    +    actions    entry to doors 3/2, to features 5
  | .  : .    .  | .  Y
  +    +    +----+    +
  | vO | .    .    .  |
  +----+-^^-+----+----+

tile 24  "The Grand Labyrinth"
  +----+----+-GG-+----+    The longest tile: five or six actions to any door, two escalators and a tunnel.
  | e1   .  | .    .  |    doors      N green, E yellow, W purple
  +----+    +    +    +    features   vortex purple
  P .    .    .  | e2 |    escalators 2   dwarf tunnels 1   cells 16
  +    +----+----+----+    actions    entry to doors 6/5/5, to features 6
  | vP | .    .  | .  Y
  +----+    +    +    +
  | e1   .  : .    e2 |
  +----+-^^-+----+----+

# ---------------------------------------------------------------------------------
# INVENTORY (tiles 2-24)
#   doors        43 = 1.87 per tile (Y 11, P 11, G 11, O 10); 0 doors: 18 | 1: 5 11 12 16 22 | 3: 6 15 20 24 | 2: the rest
#   per prefix   2-9: 4 of each colour | 2-12: 5 each | 2-14: 6 each | 2-19: 8 each
#   vortices     16 (4 of each colour) + one of each on tile 1      escalators 17 on 15 tiles      dwarf tunnels 10 on 6 tiles
#   hourglasses  3 7 11 18     crystal balls 15 22     cameras 16 17 18 19     (10 out-of-order markers)
#
# SIMULATION  (10,000 shuffles per line, start side 1A, greedy explorer, joint planner for items and exits)
#   'critical pace' = slowest average seconds per action that still wins that shuffle (180 s glass, flips when low), 1,500 shuffles
#
#   stack      fully explored  won    actions p10/50/90  = explore+items+exits   hand-overs 2p/4p/8p   critical pace p10/p50/p90
#   2-9        100 %           100 %   68 / 80 / 94        28 + 21 + 31            41 /  71 /  78        3.4 / 4.4 / 5.1 s
#   2-12       100 %           100 %   97 / 110 / 125      45 + 24 + 41            57 /  98 / 108        3.4 / 4.0 / 4.6 s
#   2-14       100 %           100 %  111 / 128 / 146      57 + 26 + 45            66 / 114 / 126        3.0 / 3.6 / 4.2 s
#   15,2-14    100 %           100 %  115 / 131 / 148      57 + 28 + 47            67 / 117 / 128        2.9 / 3.5 / 4.0 s
#   2-17       100 %           100 %  127 / 148 / 169      69 + 29 + 50            76 / 132 / 145        2.6 / 3.1 / 3.7 s
#   2-19       100 %           100 %  140 / 164 / 188      82 + 30 + 52            84 / 147 / 161        1.8 / 3.0 / 3.6 s
#   2-24       100 %           100 %  169 / 199 / 228     106 + 32 + 61           102 / 177 / 195        1.6 / 2.5 / 3.1 s
#   Side 1B: +11 % (2-24) to +25 % (2-9) actions, critical pace p50  3.5 3.3 3.1 2.9 2.6 2.5 2.2 s.
#   Ability mix (2-12): N 20 E 20 S 20 W 20 explore 10 escalator 7 vortex 4 %.
# ---------------------------------------------------------------------------------
`;
