"""Plays a game with the client that openapi-python-client makes, any option each time."""

import random
import sys

from companion_client import AuthenticatedClient, Client
from companion_client.api.tables import act, open_table, scores, show_table
from companion_client.models import Act, Opened, Play, Scores, Seat, Setup, View

server, game = sys.argv[1:]
setup = Setup(game=game, edition="en", seats=[Seat(colour="red"), Seat(colour="blue")])
opened = open_table.sync(client=Client(server), body=setup)
assert isinstance(opened, Opened)
spectator = show_table.sync(opened.code, client=Client(server))
assert isinstance(spectator, View)
host, view = AuthenticatedClient(server, token=opened.token), opened.view
while not view.over:
    assert view.decision
    play = Play(kind="play", actions=[random.choice(view.decision.options).action])
    act.sync(opened.code, client=host, body=Act(wish=play, seen=view.seq))
    view = show_table.sync(opened.code, client=host)
    assert isinstance(view, View)
end = scores.sync(opened.code, client=host)
assert isinstance(end, Scores)
sys.stdout.write(f"{game} is over, won by {' '.join(end.winners)}\n")
