import { describe, expect, it } from "vitest";
import { runProgram } from "../../provider/cli/run";
import { appListId, integer, option, parseOptions } from "../../provider/cli/command";
import { readCommandSettings } from "../../provider/cli/settings";
import { SettingsError } from "../../provider/api/settings";
import { rejectionOf } from "../api/server";
import { environmentFor, testTerminal } from "./terminal";

const url = "http://127.0.0.1:9";

describe("the settings of a command", () => {
  it("come from the environment", async () => {
    const terminal = testTerminal({ environment: environmentFor({ url }) });
    expect(await readCommandSettings({}, terminal)).toMatchObject({ baseUrl: url, observe: "probe" });
  });

  it("are those of a named account", async () => {
    const accounts = JSON.stringify({ eu: { username: "eu@example.com", password: "p", apiKey: "k", apiSecret: "s" } });
    const terminal = testTerminal({ environment: { ...environmentFor({ url }), APP_LIST_ACCOUNTS: accounts } });
    expect(await readCommandSettings({ account: "eu" }, terminal)).toMatchObject({
      account: "eu",
      username: "eu@example.com",
    });
  });

  it("are refused, naming everything that is missing", async () => {
    const error = await rejectionOf(readCommandSettings({}, testTerminal()));
    expect(error instanceof SettingsError ? error.problems : error).toHaveLength(5);
  });

  it("cannot be those of a stack without the command pulumi", async () => {
    const terminal = testTerminal({ environment: { PATH: "/nowhere" } });
    const error = await rejectionOf(readCommandSettings({ stack: "dev" }, terminal));
    expect(error).toMatchObject({ code: "STACK_CONFIG_UNREADABLE", stackName: "dev" });
    expect(String(error)).toContain("the command pulumi was not found");
  });

  it("do not include secrets on the command line", async () => {
    const terminal = testTerminal({ columns: 200 });
    await runProgram(["campaigns", "--help"], terminal);
    const options = terminal.output().match(/^ {2}(-h, )?--[\w-]+/gmu);
    expect(options?.map((option) => option.trim())).toEqual([
      "--account",
      "--stack",
      "--verbose",
      "--json",
      "-h, --help",
    ]);
  });
});

describe("options", () => {
  const schema = {
    perPage: option("--per-page <number>", "", integer(1, 10)),
    port: option("--port <number>", "", integer(0, 65_535)),
    listId: option("<list-id>", "", appListId),
  };

  it("that are integers are parsed", () => {
    expect(parseOptions(schema, { perPage: "7", port: "0" })).toEqual({ perPage: 7, port: 0 });
  });

  it.each(["", "0", "11", "1.5", "-1", "1e1", "９", "99999999999999999999"])(
    "refuses %j as a number from 1 to 10, and names everything that is invalid at once",
    (text) => {
      expect(() => parseOptions(schema, { perPage: text, port: "y" })).toThrow(
        /--per-page must be an integer from 1 to 10; --port must/u,
      );
    },
  );

  it.each(["", "0", "abc", "-4", "4.5"])("refuses %j as the ID of a list", (text) => {
    expect(() => parseOptions(schema, { listId: text })).toThrow("list-id must be a positive integer, such as 4321");
  });
});
