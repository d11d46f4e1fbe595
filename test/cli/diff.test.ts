import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { noEntries } from "../../provider/list/entries";
import { EntrySet } from "../../provider/list/entry-set";
import { compareList } from "../../provider/cli/commands/diff";
import { fileLines } from "../../provider/cli/file-lines";
import { parseListText } from "../../provider/check/listed-entries";
import { expectForAll } from "../list/arbitraries";
import { sendJson, startServer } from "../api/server";
import { accountElsewhere, accounts, accountsOf } from "../laws/accounts";
import { listsAndFiles } from "./lists";

describe("app-list diff", () => {
  it("prints the digest of the list of its account", async () => {
    const files = { "apps.txt": "com.a\n" };
    const lists = [{ id: 4321, name: "a", appBundles: ["com.b", "com.c"] }];
    const { simulator, run } = await listsAndFiles(lists, files, { accounts });
    const environment = { APP_LIST_ACCOUNTS: accountsOf(simulator) };
    const compare = async (options: string) =>
      (await run(`diff 4321 FOLDER/apps.txt --kind app-bundles${options}`, { environment })).output;
    const own = await compare("");
    expect(own).toMatch(/APP_LIST_APPROVE=[0-9a-f]{16} /u);
    expect(await compare(" --account eu")).toBe(own);
    const elsewhere = await compare(` --account ${accountElsewhere}`);
    expect(elsewhere).toMatch(/APP_LIST_APPROVE=[0-9a-f]{16} /u);
    expect(elsewhere).not.toBe(own);
  });
});

const list = { identity: { appListId: 1, baseUrl: undefined }, approved: new Set(""), owner: {}, today: "2027-01-15" };

const someEntries = fc.uniqueArray(fc.constantFrom(...Array.from({ length: 12 }, (_, index) => `com.app${index}`)));

it("the comparison of files with a list assigns every entry to one group", () => {
  expectForAll(someEntries, someEntries, fc.boolean(), fc.boolean(), (declared, listed, isHidden, isExclusive) => {
    const lines = fileLines(parseListText(declared.join("\n"), String), "appBundles");
    const appBundles = isHidden ? undefined : EntrySet.of(listed);
    const observed = { id: 1, sentinels: EntrySet.none, entries: { ...noEntries, appBundles } };
    const compared = compareList(observed, lines, list, isExclusive);
    const group = compared.compared.find(({ kind }) => kind === "appBundles");
    if (isHidden) {
      expect([group, compared.judgements]).toEqual([undefined, []]);
      return;
    }
    const names = (some: readonly { readonly entry: string }[] = []) => some.map(({ entry }) => entry);
    const present = declared.filter((entry) => listed.includes(entry));
    expect([...names(group?.missing), ...present].toSorted()).toEqual(declared.toSorted());
    expect([...(group?.undeclared ?? []), ...present].toSorted()).toEqual(listed.toSorted());
    expect(group?.present).toBe(present.length);
    const isWithin = declared.every((entry) => listed.includes(entry));
    const isEqual = isWithin && (!isExclusive || declared.length === listed.length);
    expect(compared.outcome).toBe(isEqual ? "done" : "changes");
    expect(compared.judgements.length > 0).toBe(listed.length - present.length > 1);
  });
});

it.each(["show 4321", "diff 4321 FOLDER/apps.txt --kind app-bundles", "pull 4321 --output FOLDER/lists"])(
  "app-list %s prints no entry that repeats a token of this run",
  async (command) => {
    const token = "eyJhbGciOi.0123456789";
    const { baseUrl } = await startServer(({ method, headers }, response) => {
      const list = { id: 4321, app_bundles: ["com.a", headers.authorization, token], websites: "a.example" };
      sendJson(response, 200, method === "POST" ? { access_token: token } : list);
    });
    const { run } = await listsAndFiles([], { "apps.txt": "com.a\n" });
    const { output } = await run(command, { environment: { APP_LIST_BASE_URL: baseUrl } });
    expect(output).toMatch(/app.bundle/u);
    expect(output).not.toContain(token);
  },
);
