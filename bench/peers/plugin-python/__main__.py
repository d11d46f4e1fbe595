from pathlib import Path

import pulumi

# lists/4321.txt holds the entries of the list 4321. An SDK that is generated from the plugin's schema declares the same.
for file in sorted(Path("lists").iterdir()):
    pulumi.CustomResource(
        "app-list:index:AppListEntries",
        f"list-{file.stem}",
        {"appListId": int(file.stem), "appBundles": file.read_text()},
    )
