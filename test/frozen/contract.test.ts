import { describe, expect, it } from "vitest";
import { z } from "zod";
import { findColumn } from "../../provider/files/header";
import { findBreakingChanges } from "./breaking-changes";
import { currentContract, entriesInFile } from "./contract";
import { freeze, freezes, frozenFiles, readFrozen } from "./versions";

const listFilesSchema = z.object({
  files: z.array(z.object({ name: z.string(), lines: z.array(z.string()), content: z.unknown() })),
  columns: z.record(z.string(), z.unknown()),
});

/** List files in each format that is a text, with everything that a format has. */
const listFiles = {
  "entries.txt": [
    "# A comment",
    "com.example.App   # gambling",
    "id123456789 # dating, until 2099-12-31",
    "com.example.app",
    "",
  ],
  "table.csv": [
    "app_bundle;placement_id;website;note;expires;owner",
    "com.example.App;1001-a1b2c3;a.example;gambling;2099-12-31;ana",
    "# a comment;;;;;",
    ';;"b.example";"two; words";;',
  ],
  "table.tsv": ["entry\tcomment", "com.example.App\tgambling", "id123456789\t"],
};

/** The names of columns, in all their forms. */
const columnNames = (
  "app_bundle,app_bundles,bundle,bundles,app_bundle_id,app_bundle_ids,bundle_id,bundle_ids,bundle_identifier," +
  "bundle_identifiers,package,packages,package_name,package_names,store_id,store_ids,app_store_id,app_store_ids," +
  "placement_id,placement_ids,placement,placements,website,websites,site,sites,domain,domains,entry,entries,note,notes," +
  "comment,comments,expires,expire,expiry,until,expires_on,expiry_date,expiration,expiration_date,valid_until,owner"
).split(",");

if (freezes) {
  freeze("contract.json", currentContract());
  freeze("list-files.json", {
    files: Object.entries(listFiles).map(([name, lines]) => ({ name, lines, content: entriesInFile(name, lines) })),
    columns: Object.fromEntries(columnNames.map((name) => [name, findColumn(name)])),
  });
}

describe("what users' programs, stacks and pipelines name", () => {
  it.each(frozenFiles("contract.json"))("is as it was, or more: %s", (path) => {
    expect(findBreakingChanges(readFrozen(path), currentContract())).toEqual([]);
  });

  it.each(frozenFiles("contract.json"))("would not be without a name that it has: %s", (path) => {
    const { settings, ...others } = currentContract();
    const { baseUrl: _, ...rest } = settings;
    expect(findBreakingChanges(readFrozen(path), { ...others, settings: rest })).toEqual([
      "$.settings.baseUrl no longer exists",
    ]);
  });
});

describe("list files", () => {
  it.each(frozenFiles("list-files.json"))("have the entries that they had: %s", (path) => {
    const { files, columns } = listFilesSchema.parse(readFrozen(path));
    for (const { name, lines, content } of files) expect(entriesInFile(name, lines)).toEqual(content);
    for (const [name, column] of Object.entries(columns)) expect(findColumn(name)).toEqual(column);
  });
});
