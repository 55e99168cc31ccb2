"""A player of one's own in Python, with nothing but the standard library, written from docs/PROTOCOL.md.

    python3 examples/python/client.py http://localhost:8080          opens a table, invites three bots and plays
    python3 examples/python/client.py http://localhost:8080 CODE     takes a seat at a table and plays along

It knows the board (GET /api/tiles), folds the events that it needs, and asks for its legal commands (PR-71). What to do
it decides like this: whoever has a door of their own colour goes there and explores; when all items are found everybody
goes to their item, and after the theft to the exit. It sends the first step of such a way if it may.
"""
import base64
import collections
import json
import os
import socket
import struct
import sys
import time
import urllib.parse
import urllib.request

HEROES = ["barbarian", "mage", "elf", "dwarf"]
SIDES = ["north", "east", "south", "west"]
AHEAD = [(0, -1), (1, 0), (0, 1), (-1, 0)]
PAUSE = 0.3  # seconds between two commands: far below the limits of PR-15


class Line:
    """A WebSocket client (RFC 6455) with only the parts that this protocol needs."""

    def __init__(self, server):
        url = urllib.parse.urlsplit(server)
        self.socket = socket.create_connection((url.hostname, url.port or 80), timeout=8)  # PR-14b
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall(
            f"GET /ws HTTP/1.1\r\nHost: {url.netloc}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        self.buffer = b""
        while b"\r\n\r\n" not in self.buffer:
            self.buffer += self._more()
        head, self.buffer = self.buffer.split(b"\r\n\r\n", 1)
        if b" 101 " not in head.split(b"\r\n")[0]:
            raise ConnectionError(head.decode(errors="replace"))

    def _more(self):
        data = self.socket.recv(65536)
        if not data:
            raise ConnectionError("the server has closed the connection")
        return data

    def _take(self, count):
        while len(self.buffer) < count:
            self.buffer += self._more()
        taken, self.buffer = self.buffer[:count], self.buffer[count:]
        return taken

    def _send(self, kind, payload):
        mask = os.urandom(4)
        size = len(payload)
        length = bytes([0x80 | size]) if size < 126 else struct.pack("!BH", 0xFE, size)  # PR-2b: below 65,536
        masked = bytes(byte ^ mask[i % 4] for i, byte in enumerate(payload))
        self.socket.sendall(bytes([0x80 | kind]) + length + mask + masked)

    def send(self, message):
        self._send(1, json.dumps(message).encode())

    def heard(self):
        """The next message of the server; pings that arrive before it are answered (PR-14a)."""
        while True:
            kind, size = self._take(2)
            if size == 126:
                (size,) = struct.unpack("!H", self._take(2))
            elif size == 127:
                (size,) = struct.unpack("!Q", self._take(8))
            payload = self._take(size)
            if kind & 15 == 1:
                return json.loads(payload)
            if kind & 15 == 9:
                self._send(10, payload)
            if kind & 15 == 8:
                raise ConnectionError("the server has ended the connection")


def ask(server, path, body=None):
    headers = {"content-type": "application/json"}
    data = None if body is None else json.dumps(body).encode()
    with urllib.request.urlopen(urllib.request.Request(server + path, data, headers)) as answer:
        return json.load(answer)


class Board:
    """The laid tiles: the place [x, y] of each cell, and the ways between cells (docs/REFEREE.md, Places and turns)."""

    def __init__(self, tiles, side):
        self.tiles = {tile["tile"]: tile for tile in tiles if tile["side"] in (None, side)}
        self.laid = {}  # tile: (x, y, quarter turns)
        self.cell_at = {}
        self.lay(1, 0, 0, 0)

    def lay(self, tile, x, y, turn):
        self.laid[tile] = (x, y, turn)
        for square in range(16):
            if self.tiles[tile]["squares"][square] is not None:
                self.cell_at[self.place(16 * tile + square)] = 16 * tile + square

    def place(self, cell):
        x, y, turn = self.laid[cell // 16]
        row, column = cell % 16 // 4, cell % 4
        right, down = [(column, row), (3 - row, column), (3 - column, 3 - row), (row, 3 - column)][turn]
        return x + right, y + down

    def lay_at(self, tile, door):
        """Where the new tile lies: the arrow in the south of its drawing meets the door."""
        way = self.opening(door)[0]
        x, y = self.place(door)
        arrow = self.tiles[tile]["openings"]["south"]["square"]
        self.laid[tile] = (0, 0, way)
        right, down = self.place(16 * tile + arrow)
        self.lay(tile, x + AHEAD[way][0] - right, y + AHEAD[way][1] - down, way)

    def square(self, cell):
        return self.tiles[cell // 16]["squares"][cell % 16]

    def opening(self, cell):
        """The direction of a cell's opening on the board and the kind of that opening, or None."""
        for number, side in enumerate(SIDES):
            opening = self.tiles[cell // 16]["openings"][side]
            if opening and opening["square"] == cell % 16:
                return (number + self.laid[cell // 16][2]) % 4, opening["kind"]
        return None

    def neighbour(self, cell, way):
        """The cell one step further, or None if there is a wall or no tile; gaps that only the dwarf passes count as walls."""
        x, y = self.place(cell)
        other = self.cell_at.get((x + AHEAD[way][0], y + AHEAD[way][1]))
        if other is None:
            return None
        if other // 16 != cell // 16:  # from tile to tile only through two openings that meet
            here, there = self.opening(cell), self.opening(other)
            meets = here and there and here[0] == way and there[0] == (way + 2) % 4
            return other if meets else None
        wall = self.square(cell)["walls"][SIDES[(way - self.laid[cell // 16][2]) % 4]]
        return other if wall == "open" else None

    def cells(self, kind, hero=None):
        wanted = []
        for cell in self.cell_at.values():
            feature = self.square(cell)["feature"]
            if feature and feature["type"] == kind and hero in (None, feature.get("hero")):
                wanted.append(cell)
        return wanted

    def doors(self, hero):
        """Cells with an unexplored door of the hero's colour."""
        found = []
        for cell in self.cell_at.values():
            opening = self.opening(cell)
            if opening and opening[1] == hero:
                x, y = self.place(cell)
                if (x + AHEAD[opening[0]][0], y + AHEAD[opening[0]][1]) not in self.cell_at:
                    found.append(cell)
        return found


class Player:
    def __init__(self, server, tiles):
        self.line, self.tiles = Line(server), tiles
        self.n = 0
        self.member, self.seat, self.board, self.status = None, None, None, None
        self.heroes, self.out, self.theft = {}, set(), False
        self.refused, self.accepted = [], 0
        self.gaze = None  # where bots look that wait for me (PR-12f)

    def command(self, kind, command):
        self.n += 1
        self.line.send({"t": kind, "n": self.n, "c": command})

    def hear(self):
        message = self.line.heard()
        if message["t"] == "welcome":
            self.n = max(self.n, message["n"])
        elif message["t"] == "seated":
            self.member = message["member"]
        elif message["t"] == "no":
            self.refused.append(message["why"])
            print(f"Refused: {message['why']}", file=sys.stderr, flush=True)
        elif message["t"] == "here":
            gaze = message.get("gaze")
            self.gaze = gaze if gaze and gaze["to"] == self.seat else None
        elif message["t"] == "bye":
            raise ConnectionError(message["why"])
        elif message["t"] == "news":
            self.accepted += message.get("m") == self.member and len(message["e"]) > 0
            for event in message["e"]:
                self.fold(*event)
        return message

    def fold(self, kind, *fields):
        """Applies events to the state. PR-74d says what each event changes; the fields of a game's event begin with its time."""
        if kind == "seatsClosed":
            self.seat = fields[0].index(self.member)
        elif kind == "gameSetUp":
            self.board = Board(self.tiles, fields[1]["side"])
            self.heroes, self.out, self.theft = dict(fields[1]["heroes"]), set(), False
            self.status = "setup"
        elif kind == "gameStarted":
            self.status = "playing"
        elif kind == "heroMoved":
            self.heroes[fields[2]] = fields[4]
        elif kind == "heroLeft":
            self.out.add(fields[1])
        elif kind == "tileLaid":
            self.board.lay_at(fields[2], fields[3])
        elif kind == "theftHappened":
            self.theft = True
        elif kind in ("gameWon", "gameLost"):
            self.status = kind[4:].lower()

    def goals(self, hero):
        if self.gaze and self.gaze.get("hero") == hero and "cell" in self.gaze:
            return [self.gaze["cell"]]  # the bots know better
        if self.theft:
            return self.board.cells("exit", hero) or self.board.cells("exit")
        if all(self.board.cells("item", each) for each in HEROES):
            return self.board.cells("item", hero)
        return self.board.doors(hero)

    def path(self, hero):
        """The shortest way to a goal as steps (kind, what, cell); None if there is no way."""
        goals, start = set(self.goals(hero)), self.heroes[hero]
        came, queue = {start: None}, collections.deque([start])
        while queue:
            cell = queue.popleft()
            if cell in goals:
                steps = []
                while came[cell]:
                    steps.append((*came[cell][1:], cell))
                    cell = came[cell][0]
                return steps[::-1]
            for step, other in self.ways(cell, hero):
                if other not in came:
                    came[other] = (cell, *step)
                    queue.append(other)
        return None

    def ways(self, cell, hero):
        for way, side in enumerate(SIDES):
            other = self.board.neighbour(cell, way)
            if other is not None:
                yield ("move", side), other
        for pair in self.board.tiles[cell // 16]["escalators"]:
            if cell % 16 in pair:
                yield ("escalator", None), cell - cell % 16 + pair[1 - pair.index(cell % 16)]
        if not self.theft:
            for other in self.board.cells("vortex", hero):
                yield ("vortex", None), other

    def choose(self, legal):
        """The first command of the shortest way of any hero, taken from `legal`; None if no hero has a way."""
        for command in legal:
            if command["type"] in ("explore", "lay", "steal"):
                return command
        found = []
        for hero in HEROES:
            steps = self.path(hero) if hero not in self.out else None
            if steps:
                command = self.first(hero, steps, [each for each in legal if each.get("hero") == hero])
                if command:
                    found.append((0 if self.gaze and self.gaze.get("hero") == hero else len(steps), command))
        return min(found, key=lambda each: each[0])[1] if found else None

    def first(self, hero, steps, legal):
        kind, side, cell = steps[0]
        straight = 1
        while straight < len(steps) and steps[straight][:2] == (kind, side) and kind == "move":
            straight += 1
        fitting = [
            command
            for command in legal
            if command["type"] == kind
            and (kind != "move" or (command["dir"] == side and command.get("steps", 1) <= straight))
            and (kind != "vortex" or command["to"] == cell)
        ]
        return max(fitting, key=lambda command: command.get("steps", 1), default=None)

    def play(self):
        """Plays until the game is over: asks what is legal, gives a useful command, otherwise waits for a message."""
        while self.status not in ("won", "lost"):
            if self.status != "playing":
                self.hear()
                continue
            self.line.send({"t": "legal"})
            message = self.hear()
            while message["t"] not in ("legal", "no") and self.status == "playing":
                message = self.hear()
            command = self.choose(message["c"]) if message["t"] == "legal" else None
            if command is not None and self.status == "playing":
                self.command("do", command)
                while not (message.get("n") == self.n and message["t"] in ("news", "no")):
                    message = self.hear()
            time.sleep(PAUSE)
        return self.status


def main():
    server = sys.argv[1].rstrip("/") if len(sys.argv) > 1 else "http://localhost:8080"
    code = sys.argv[2] if len(sys.argv) > 2 else ask(server, "/api/tables", {"wish": {"scenario": 1}})["code"]
    player = Player(server, ask(server, "/api/tiles")["tiles"])
    player.line.send({"t": "hello", "protocol": 3, "table": code})
    while player.hear()["t"] != "welcome":
        pass
    player.line.send({"t": "join", "name": "Python", "avatar": "owl", "program": True})
    while player.member is None:
        if player.hear()["t"] == "no":
            sys.exit(f"no seat: {player.refused[-1]}")
    print(f"Seated at {server}/t/{code}", flush=True)
    if len(sys.argv) <= 2:
        player.command("table", {"type": "seatBot", "temper": "brisk", "seats": 3})
    player.command("table", {"type": "ready", "ready": True})  # with the last ready the sand runs (PR-37)
    print(f"The game is {player.play()}; {player.accepted} commands accepted, refused: {player.refused}")


if __name__ == "__main__":
    main()
