"""The settings and the commands for managers of a server put together, each built once."""

from cogs.admin.commands import AdminCommands
from cogs.admin.setup import Setup
from cogs.host import Host
from cogs.presses.presses import Presses
from cogs.ratings.review import RatingReviewPresses


class AdminFeature:
    """`/setup` and `/admin`. Nothing else of `cogs` imports anything else of `cogs.admin`."""

    def __init__(self, host: Host, presses: Presses, review: RatingReviewPresses) -> None:
        setup, admin = Setup(host, presses.main_menu), AdminCommands(host, review)
        self.presses = (setup, setup.dates, admin)
        self.commands = (*setup.get_app_commands(), admin)
