import { describe, expect, it } from "vitest";
import { listsAndFiles } from "./lists";
import { hidingWebsites } from "../harness/shows";

const lists = [
  { id: 1, name: "games", appBundles: ["com.gold.bingo", "com.other"] },
  { id: 2, name: "europe", appBundles: ["com.Gold.Bingo"], placementIds: ["10-abc"] },
];

const files = {
  "gambling.csv": "app_bundle,note,expires\ncom.gold.bingo,gambling,2027-01-31\ncom.gone,fraud,2027-01-01\n",
  "teams/ads.txt": "COM.gold.bingo  # other spelling\n1234567\n",
};

describe("app-list find", () => {
  it("prints the lines of files and the lists that contain an entry", async () => {
    const { run, requests } = await listsAndFiles(lists, { ...files, "none.txt": "# none\n" });
    const { code, output, messages } = await run(
      "find com.gold.bingo --list 1 --file FOLDER/none.txt FOLDER/** --list 2",
    );
    expect([code, messages]).toEqual([2, ""]);
    expect(output.split("\n")).toEqual([
      "com.gold.bingo",
      "  gambling.csv:2  app bundle  # gambling, until 2027-01-31",
      '  app list 1 "games"  app bundle',
      '  app list 2 "europe": not in the list. Similar: "com.Gold.Bingo"',
      "",
    ]);
    expect(requests()).toEqual(["token", "remove", "remove"]);
    expect((await run("find com.gold.bingo --list 1 --file FOLDER/**")).code).toBe(0);
  });

  it("sends nothing without --list, and needs no settings", async () => {
    const { run, requests } = await listsAndFiles(lists, files);
    const environment = { APP_LIST_BASE_URL: undefined };
    const { code, output } = await run("find com.gone id1234567 --file FOLDER/**", { environment });
    expect(code).toBe(2);
    expect(output.split("\n")).toEqual([
      "com.gone",
      "  gambling.csv:3  app bundle  # fraud, until 2027-01-01  (expired)",
      "id1234567",
      '  files: not found. Similar: "1234567"',
      "",
    ]);
    expect(requests()).toEqual([]);
  });

  it.each([
    ["https://play.google.com/store/apps/details?id=com.gold.bingo&hl=de", "com.gold.bingo", "found"],
    ["package:com.other", "com.other", "found"],
    ["https://apps.apple.com/de/app/bingo/id1234567?mt=8", "id1234567", "found"],
    ["id1234567", "id1234567", "notFound"],
    ["https://apps.apple.com/de/app/bingo/id7654321", "id7654321", "notFound"],
    ["https://www.casino.example/play?x=1", "www.casino.example", "found"],
    ["COM.OTHER", "COM.OTHER", "notFound"],
  ])("searches for what a person means by %s", async (word, entry, outcome) => {
    const games = {
      id: 1,
      name: "games",
      appBundles: ["com.gold.bingo", "com.other", "1234567"],
      websites: ["www.casino.example"],
    };
    const { runJson } = await listsAndFiles([games]);
    expect(await runJson(`find ${word} --list 1`)).toMatchObject({ entries: [{ entry, outcome }] });
  });

  it("counts the files as one place, and each list as one", async () => {
    const { runJson } = await listsAndFiles(lists, { ...files, "more.txt": "com.other\ncom.new\n" });
    const found = await runJson(
      "find com.other com.new ID1234567 --file FOLDER/teams/* FOLDER/more.txt --list 1 --list 2",
    );
    expect(found).toMatchObject({
      entries: [
        { outcome: "notFound", places: [{ kind: "appBundles" }, { appListId: 1 }], absent: [{ appListId: 2 }] },
        { outcome: "notFound", absent: [{ appListId: 1 }, { appListId: 2, similar: [] }] },
        { outcome: "notFound", absent: [{ similar: ["1234567"] }, { appListId: 1 }, { appListId: 2 }] },
      ],
    });
  });

  it("exits with 3 for an entry that was not found in a list of which the API does not show everything", async () => {
    const { run } = await listsAndFiles(lists, files, { behavior: hidingWebsites });
    const { code, output } = await run("find a.example 10-abc --list 1 --list 2");
    expect(code).toBe(3);
    expect(output.split("\n")).toEqual([
      "a.example",
      '  app list 1 "games": not in what the API shows',
      '  app list 2 "europe": not in what the API shows',
      "10-abc",
      '  app list 2 "europe"  placement ID',
      '  app list 1 "games": not in what the API shows',
      'Not verified: the API does not show the websites of app list 1 "games".',
      'Not verified: the API does not show the websites of app list 2 "europe".',
      "",
    ]);
    expect((await run("find 10-abc --list 2")).code).toBe(0);
  });

  it("reports the hidden kinds of a list although a file contains the entry, and reads each list once", async () => {
    const sites = { "sites.csv": "website\na.example\n" };
    const { run, requests } = await listsAndFiles(lists, sites, { behavior: hidingWebsites });
    const { code, output } = await run("find a.example --file FOLDER/* --list 1 --list 1");
    expect(code).toBe(3);
    const absent = '  app list 1 "games": not in what the API shows';
    const hidden = 'Not verified: the API does not show the websites of app list 1 "games".';
    expect(output).toBe(`a.example\n  sites.csv:2  website\n${absent}\n${hidden}\n`);
    expect(requests()).toEqual(["token", "remove"]);
  });
});
