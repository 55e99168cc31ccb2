"""A bot in forty lines: explores if it can, otherwise makes a random move that does not go back.

    hush bot --stdio --table CODE -- python3 examples/python/mybot.py

Each line of standard input is a request in JSON, each line of standard output its answer: the number of a command in
`legal`, or null to wait. docs/BOTS.md describes the fields. Print to standard error what you want to read yourself.
"""
import json
import random
import sys

HELPFUL = ["steal", "lay", "explore", "discard"]
BACK = {"north": "south", "south": "north", "east": "west", "west": "east"}


class MyBot:
    def __init__(self):
        self.dice = random.Random(1)  # the same questions get the same answers
        self.last = {}  # the direction in which I moved each hero last

    def choose(self, request):
        legal = request["legal"]
        for kind in HELPFUL:
            for number, command in enumerate(legal):
                if command["type"] == kind:
                    return number
        forward = [n for n, command in enumerate(legal) if not self.turns_back(command)]
        if not forward or self.dice.random() < 0.3:
            return None  # others may have a better move
        number = self.dice.choice(forward)
        self.last[legal[number].get("hero")] = legal[number].get("dir")
        return number

    def turns_back(self, command):
        return command["type"] == "move" and self.last.get(command["hero"]) == BACK[command["dir"]]


bot = MyBot()
for line in sys.stdin:
    request = json.loads(line)
    if "ask" in request:  # the other kind of line says that a game is over
        print(json.dumps(bot.choose(request)), flush=True)
