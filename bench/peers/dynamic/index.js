const { readdirSync } = require("node:fs");
const { parse } = require("node:path");
const { AppListEntries, entriesFromFile } = require("pulumi-app-list");

// lists/4321.txt holds the entries of the list 4321.
for (const file of readdirSync("lists")) {
  const { name } = parse(file);
  new AppListEntries(`list-${name}`, { appListId: Number(name), appBundles: entriesFromFile(`lists/${file}`) });
}
