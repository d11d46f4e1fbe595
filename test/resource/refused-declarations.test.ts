import { describe, expect, it } from "vitest";
import { refusedDeclarations } from "../../provider/resource/inputs";
import type { Properties } from "../../provider/resource/inputs";
import { dynamicHost } from "../laws/hosts/dynamic";
import type { Host } from "../laws/hosts/host";
import { inTwoProcesses } from "../laws/hosts/several-processes";
import { numberedText } from "./declared";
import { done, startStack } from "./started";
import { bundles, entries } from "../sync/list";

const settings = { accounts: JSON.stringify({ main: {} }) };

const hosts = [dynamicHost, inTwoProcesses(dynamicHost)];

const start = async (host: Host, lists: readonly number[] = [1]) =>
  startStack({ lists: lists.map((id) => ({ id, name: `list ${id}` })) }, settings, host);

const [one, two] = [
  { appListId: 1, appBundles: "com.kept\ncom.moved\n" },
  { appListId: 1, appBundles: "com.other\n" },
];
const less = { appListId: 1, appBundles: "com.kept\n" };
const more = { appListId: 1, appBundles: "com.moved\ncom.other\n" };

/** Inputs of the second resource that are refused. The moved entry is in them, if they can be read at all. */
const refusals: readonly (readonly [reason: string, inputs: Properties])[] = [
  ["a malformed line", { ...more, appBundles: `${more.appBundles}two words\n` }],
  ["a problem that the program found, such as a conflict", { ...more, refused: ["a conflict"] }],
  ["a malformed limit", { ...more, removalLimit: "a lot" }],
  ["a list ID that cannot be read", { ...more, appListId: "4321 or so" }],
  ["no list ID", { appBundles: more.appBundles }],
  ["an account that cannot be read", { ...more, account: 5 }],
  ["another kind that cannot be read", { ...more, websites: ["a.example"] }],
  ["an account that the settings do not have", { ...more, account: "mian" }],
];

describe.each(hosts)("an entry that moves to a resource that is refused, with $name,", (host) => {
  it.each(refusals)("stays in the list and with its resource, because of %s", async (_, refused) => {
    const { stack, appBundles } = await start(host);
    await stack.up({ one, two });
    expect((await stack.up({ one: less, two: refused })).outcome).toBe("failed");
    expect(appBundles()).toEqual(["com.kept", "com.moved", "com.other"]);
    expect(stack.state("one")).toMatchObject({ appBundles: "com.kept\ncom.moved\n" });

    expect(await stack.up({ one: less, two: more })).toEqual(done);
    expect(stack.state("one")).toMatchObject({ appBundles: "com.kept\n" });
    expect(stack.state("two")).toMatchObject({ appBundles: "com.moved\ncom.other\n" });
    expect(await stack.destroy()).toEqual(done);
    // A resource of another process adopts the entry.
    expect(appBundles()).toEqual(host === dynamicHost ? [] : ["com.moved"]);
  });

  it.each([false, true])("stays in the list, because of the removal guard (exclusive: %s)", async (exclusive) => {
    const { simulator, stack, appBundles } = await start(host);
    const full = { appListId: 1, appBundles: numberedText(20) };
    await stack.up({ one, two: full });
    const two = { appListId: 1, appBundles: `com.moved\n${exclusive ? full.appBundles : numberedText(10)}` };
    const program = { one: less, two: { ...two, exclusive, ...(exclusive && { removalLimit: 0 }) } };
    if (exclusive) simulator.edit(1, { add: { appBundles: ["com.unmanaged"] } });
    expect((await stack.up(program)).outcome).toBe("failed");
    expect(appBundles()).toContain("com.moved");
  });

  it.each(refusals)(
    "is added by the next up if it was removed before the engine showed the resource: %s",
    async (_, refused) => {
      const { stack, appBundles } = await start(host);
      await stack.up({ one, two });
      expect((await stack.up({ one: less, two: refused }, { inSequence: true })).outcome).toBe("failed");
      expect(appBundles()).toEqual(["com.kept", "com.other"]);
      expect(stack.state("one")).toMatchObject({ appBundles: "com.kept\n" });
      expect(await stack.up({ one: less, two: more })).toEqual(done);
      expect(appBundles()).toEqual(["com.kept", "com.moved", "com.other"]);
      expect(await stack.destroy()).toEqual(done);
      expect(appBundles()).toEqual([]);
    },
  );
});

describe.each(hosts)("the entries of a refused resource, with $name,", (host) => {
  it("stay in a list that another resource makes exclusive, those of its old list as well", async () => {
    const { stack, appBundles } = await start(host, [1, 2]);
    await stack.up({ one: less, two, three: { appListId: 2, appBundles: "com.three\n" } });
    const exclusive = { exclusive: true, removalLimit: "100%" };
    const program = {
      one: { ...less, ...exclusive },
      three: { appListId: 2, appBundles: "com.three\n", ...exclusive },
      two: { appListId: 2, appBundles: "com.new\n", refused: ["a conflict"] },
    };
    expect((await stack.up(program)).outcome).toBe("failed");
    expect(appBundles()).toEqual(expect.arrayContaining(["com.kept", "com.other"]));
    expect(appBundles(2)).toEqual(["com.three"]);
  });

  it("cause no request in a preview", async () => {
    const { simulator, stack } = await start(host);
    await stack.up({ one, two });
    simulator.clearJournal();
    const program = { one: less, two: { ...more, refused: ["a conflict"] } };
    expect((await stack.preview(program, { inSequence: true })).outcome).toBe("failed");
    expect(simulator.journal).toEqual([]);
  });
});

describe("the declarations of a refused resource", () => {
  const isAccount = (account: string | undefined): boolean => account === undefined || account === "main";
  const olds = { appListId: 1, account: "main", appBundles: "com.old\n" };

  it("are those of its last inputs and those of the new ones, each for its list", () => {
    expect(refusedDeclarations(olds, { appListId: 2, appBundles: "com.new\n" }, isAccount)).toEqual([
      { account: "main", appListId: 1, entries: bundles("com.old") },
      { account: undefined, appListId: 2, entries: bundles("com.new") },
    ]);
  });

  it.each([
    ["cannot be read", { account: 5 }],
    ["does not exist", { account: "mian" }],
  ])("are for the old list if the new account %s", (_, account) => {
    expect(refusedDeclarations(olds, { appListId: 1, ...account, websites: "new.example\n" }, isAccount)).toEqual([
      { account: "main", appListId: 1, entries: bundles("com.old") },
      { account: "main", appListId: 1, entries: entries({ websites: ["new.example"] }) },
    ]);
  });

  it("are none for a new resource without a list", () => {
    expect(refusedDeclarations({}, { appBundles: "com.new\n" }, isAccount)).toEqual([]);
  });
});
