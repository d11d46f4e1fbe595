const { AppListEntries, entriesFromFile } = require("pulumi-app-list/plugin");

new AppListEntries("list", { appListId: 1, appBundles: entriesFromFile("entries.txt") });
