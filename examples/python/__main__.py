"""Apps from a text file, and websites with notes, in a block list."""

from pathlib import Path

import pulumi
import pulumi_app_list as app_list

config = pulumi.Config()

blocked = app_list.AppListEntries(
    "blocked",
    app_list_id=config.require_int("appListId"),
    addition_limit="50%",
    app_bundles=Path("lists/blocked-apps.txt").read_text(encoding="utf-8"),
    websites=[
        "freestreams.example",
        {"entry": "newsburst.example", "note": "invalid traffic"},
    ],
)

pulumi.export("listName", blocked.name)
pulumi.export("unmanagedEntries", blocked.unmanaged)
