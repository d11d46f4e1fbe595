from pathlib import Path

import pulumi

# An SDK that is generated from the plugin's schema declares the same.
pulumi.CustomResource(
    "app-list:index:AppListEntries",
    "list",
    {"appListId": 1, "appBundles": Path("entries.txt").read_text()},
)
