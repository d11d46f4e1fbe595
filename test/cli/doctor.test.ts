import fc from "fast-check";
import { describe, expect, it, onTestFinished } from "vitest";
import { z } from "zod";
import { makeDoctorCommand } from "../../provider/cli/doctor/command";
import { runProgram, type MakeCommand } from "../../provider/cli/program";
import { TestEntries } from "../../provider/cli/doctor/scratch/test-entries";
import { OutputError } from "../../provider/cli/terminal";
import { kinds } from "../../provider/list/kinds";
import {
  startSimulator,
  type Behaviour,
  type Fault,
  type JournalEntry,
  type Simulator,
  type SimulatorOptions,
} from "../../provider/simulator/index";
import { sendJson, startServer, withTokens } from "../service/server";
import { virtualTime } from "../service/virtual-time";
import { environmentFor, testTerminal, type TestTerminalOptions } from "./terminal";

const others = {
  appBundles: ["com.others.b", "com.others.a", "com.Others.C"],
  placementIds: ["10-abc"],
  websites: ["example.com"],
};

const doctor: MakeCommand = (...given) => makeDoctorCommand({ now: () => Date.now(), time: virtualTime() })(...given);

const resultSchema = z.object({
  findings: z.array(
    z.object({ check: z.string(), verdict: z.string(), says: z.string(), next: z.string().exactOptional() }),
  ),
  advice: z.array(z.object({ key: z.string(), value: z.string(), command: z.string() })),
  notVerified: z.array(z.string()),
  requests: z.int(),
});

interface Case extends SimulatorOptions {
  readonly holds?: Partial<typeof others>;
  readonly options?: readonly string[];
  readonly settings?: Readonly<Record<string, string>>;
  /** Presses Ctrl-C when a request arrives for which this is true, before it is answered. */
  readonly interruptAt?: (request: JournalEntry) => boolean;
  /** Breaks the pipe of the results when a request arrives for which this is true. */
  readonly breakOutputAt?: (request: JournalEntry) => boolean;
  readonly onStart?: (simulator: Simulator) => void;
  readonly hasAssociatedCampaigns?: boolean;
}

/** Runs `app-list doctor --list 4321 --yes --json` against a simulator. */
async function examine(options: Case = {}, time = virtualTime()) {
  const { holds = others, options: more = [], settings = {}, interruptAt, breakOutputAt, onStart, ...chosen } = options;
  const { hasAssociatedCampaigns, ...rest } = chosen;
  const simulator = await startSimulator({
    lists: [{ id: 4321, name: "scratch", hasAssociatedCampaigns: hasAssociatedCampaigns ?? false, ...holds }],
    onRequest: (request) => {
      if (interruptAt?.(request) === true) terminal.interrupt();
      if (breakOutputAt?.(request) === true) terminal.interrupt(new OutputError("write EPIPE"));
    },
    ...rest,
  });
  onTestFinished(() => simulator.close());
  onStart?.(simulator);
  const before = simulator.list(4321);
  const terminal = testTerminal({ environment: { ...environmentFor(simulator), ...settings } });
  const code = await runProgram(["doctor", "--list", "4321", "--yes", "--json", ...more], terminal, [
    makeDoctorCommand({ now: () => Date.now(), time }),
  ]);
  const result = resultSchema.parse(JSON.parse(terminal.output()));
  const verdictOf = (check: string) => result.findings.find((finding) => finding.check === check)?.verdict;
  const saysOf = (check: string) => result.findings.find((finding) => finding.check === check)?.says;
  return { code, simulator, terminal, before, result, verdictOf, saysOf };
}

describe("app-list doctor without a list", () => {
  async function check(
    environment: Readonly<Record<string, string>>,
    command = doctor,
    options: readonly string[] = [],
  ) {
    const terminal = testTerminal({ environment });
    const code = await runProgram(["doctor", ...options], terminal, [command]);
    return { code, output: terminal.output() };
  }

  it("checks settings, connection, clock, credentials, token and campaigns, and ends with 0 where all is fine", async () => {
    const simulator = await startSimulator();
    onTestFinished(() => simulator.close());
    const { code, output } = await check(environmentFor(simulator));
    expect(output).toBe(
      [
        "✓ The settings are complete.",
        `✓ ${simulator.url} answers.`,
        "✓ The clock of this machine agrees with the service's.",
        "✓ The service accepts the credentials.",
        "✓ An access token lives 1,799 seconds.",
        "✓ The campaigns can be listed; there are none.",
        "",
      ].join("\n"),
    );
    expect(code).toBe(0);
  });

  it("names everything that is missing in the settings", async () => {
    const { code, output } = await check({});
    expect(code).toBe(1);
    expect(output.match(/^✗ app-list:/gmu)).toHaveLength(5);
  });

  it("finds out whether the service can be reached although other settings are missing", async () => {
    const simulator = await startSimulator();
    onTestFinished(() => simulator.close());
    const { output } = await check({ APP_LIST_BASE_URL: simulator.url });
    expect(output).toContain(`✓ ${simulator.url} answers.`);
    expect(simulator.journal.map(({ action }) => action)).toEqual(["campaigns"]);
  });

  it("says in plain words that nothing listens", async () => {
    const gone = await startSimulator();
    await gone.close();
    const { code, output } = await check(environmentFor(gone));
    expect(code).toBe(1);
    expect(output).toContain("✗ The host 127.0.0.1 refuses connections to port");
  });

  it("waits for a service that does not answer no longer than the settings allow", async () => {
    const simulator = await startSimulator({
      faults: [{ on: { action: "campaigns" }, effect: "before", answer: { kind: "hang" } }],
    });
    onTestFinished(() => simulator.close());
    const { code, output } = await check({ ...environmentFor(simulator), APP_LIST_TIMEOUT_SECONDS: "1" });
    expect(code).toBe(1);
    expect(output).toContain("does not answer");
  }, 20_000);

  it("refuses wrong credentials without showing them", async () => {
    const simulator = await startSimulator();
    onTestFinished(() => simulator.close());
    const { code, output } = await check({ ...environmentFor(simulator), APP_LIST_PASSWORD: "wrong-and-secret" });
    expect(code).toBe(1);
    expect(output).toContain("✗ The service did not accept the login");
    expect(output).not.toContain("wrong-and-secret");
  });

  it("finds a clock that is wrong, and a token that lives shortly", async () => {
    const simulator = await startSimulator({ behaviour: { tokenLifetimeSeconds: 5 } });
    onTestFinished(() => simulator.close());
    const late = makeDoctorCommand({ now: () => Date.now() + 3_600_000, time: virtualTime() });
    const { code, output } = await check(environmentFor(simulator), late);
    expect(code).toBe(2);
    expect(output).toMatch(/! The clock of this machine is 3,[56]\d\d seconds ahead of/u);
    expect(output).toContain("! An access token lives 5 seconds.");
  });

  it("goes on where campaigns cannot be listed", async () => {
    const simulator = await startSimulator({
      faults: [{ on: { action: "campaigns", nth: 2 }, effect: "before", answer: { kind: "status", status: 403 } }],
    });
    onTestFinished(() => simulator.close());
    const { code, output } = await check(environmentFor(simulator));
    expect(code).toBe(2);
    expect(output).toContain("! The campaigns cannot be listed.");
  });
});

describe("app-list doctor with a scratch list", () => {
  it("finds all fine on an empty list, with at most 60 requests, and leaves it empty", async () => {
    const { code, result, before, simulator } = await examine({ holds: {} });
    expect(result.findings.filter(({ verdict }) => verdict !== "fine")).toEqual([]);
    expect(code).toBe(0);
    expect(simulator.list(4321)).toEqual(before);
    expect(result.requests).toBe(simulator.journal.length);
    expect(result.requests).toBeLessThanOrEqual(60);
  });

  it("leaves a list with entries of others exactly as it was, and says what that list cannot show", async () => {
    const { code, result, before, simulator } = await examine();
    expect(code).toBe(3);
    expect(result.notVerified).toEqual(["emptyList"]);
    expect(simulator.list(4321)).toEqual(before);
  });

  const behaviours: readonly (readonly [Partial<Behaviour>, string, string, string])[] = [
    [{ addPresent: "duplicate" }, "addPresent", "fine", "one removal takes all copies"],
    [{ addPresent: "duplicate", removedCopies: "first" }, "addPresent", "fine", "a removal takes one copy"],
    [{ addPresent: "error" }, "addPresent", "fine", "is refused (status 422)"],
    [{ addPresent: "error" }, "addTwice", "fine", "is refused (status 422)"],
    [{ removeAbsent: "error" }, "probe", "finding", "the probe does not work"],
    [{ removeAbsent: "error" }, "absentRemovals.websites", "fine", "is refused (status 422)"],
    [{ letterCase: "lower" }, "addition.appBundles", "finding", "in lower case"],
    [{ websites: "hidden" }, "addition.websites", "notVerified", "does not show them"],
    [{ websites: "null" }, "addition.websites", "notVerified", "does not show them"],
    [{ order: "sorted" }, "order", "fine", "sorted"],
    [{ order: "reversed" }, "order", "fine", "added last first"],
    [{ maxEntriesPerRequest: 250 }, "requestSize", "fine", "is refused (status 413)."],
    [{ maxEntriesPerList: 50 }, "requestSize", "fine", "be it for the size of the request or of the list"],
  ];

  it.each(behaviours)("finds out %j, and restores the list", async (behaviour, check, verdict, words) => {
    const { verdictOf, saysOf, before, simulator, result } = await examine({
      behaviour,
      options: ["--unknown-use"],
    });
    expect(saysOf(check)).toContain(words);
    expect(verdictOf(check)).toBe(verdict);
    expect(verdictOf("restored")).toBe("fine");
    expect(simulator.list(4321)).toEqual(before);
    expect(result.requests).toBeLessThanOrEqual(60);
  });

  it("advises the largest request that was accepted, as a command", async () => {
    const { code, result } = await examine({ behaviour: { maxEntriesPerRequest: 10 } });
    expect(result.advice).toEqual([
      {
        key: "app-list:maxEntriesPerRequest",
        value: "10",
        command: "pulumi config set app-list:maxEntriesPerRequest 10",
      },
    ]);
    expect(code).toBe(2);
  });

  it("asks for no more entries in a request than it may", async () => {
    const { simulator } = await examine({ options: ["--max-request-size", "25"] });
    const sizes = simulator.journal.map(({ entries = {} }) => Object.values(entries).flat().length);
    expect(Math.max(...sizes)).toBe(25);
  });

  it("advises to read where only that works", async () => {
    const read = "/v1/app_list/{id}";
    const { result, verdictOf, before, simulator } = await examine({
      behaviour: { removeAbsent: "error", read },
      settings: { APP_LIST_READ_PATH: read },
    });
    expect(verdictOf("readEndpoint")).toBe("fine");
    expect(result.advice.map(({ command }) => command)).toEqual(["pulumi config set app-list:observe read"]);
    expect(simulator.list(4321)).toEqual(before);
  });

  it("finds a read endpoint that is not there", async () => {
    const { verdictOf } = await examine({ settings: { APP_LIST_READ_PATH: "/v1/lists/{id}" } });
    expect(verdictOf("readEndpoint")).toBe("finding");
  });

  it("finds that a service refuses to empty a list, and says exactly which entry stays", async () => {
    const { code, verdictOf, saysOf, simulator } = await examine({
      holds: {},
      behaviour: { emptyList: "refuse" },
      options: ["--unknown-use"],
    });
    expect(code).toBe(1);
    expect(verdictOf("emptyList")).toBe("finding");
    const { appBundles = [], placementIds = [], websites = [] } = simulator.list(4321) ?? {};
    const left = [...appBundles, ...placementIds, ...websites];
    expect(left).toHaveLength(1);
    expect(saysOf("restored")?.split("\n  ").slice(1)).toEqual(left.map((entry) => JSON.stringify(entry)));
  });

  it("does not touch a list that campaigns use", async () => {
    const { code, simulator, verdictOf } = await examine({ hasAssociatedCampaigns: true });
    expect(code).toBe(1);
    expect(verdictOf("scratchList")).toBe("broken");
    expect(simulator.journal.filter(({ action }) => action === "add")).toEqual([]);
  });

  it("takes its entry out again where only a change showed that campaigns use the list", async () => {
    const { code, simulator, before, verdictOf } = await examine({
      hasAssociatedCampaigns: true,
      behaviour: { removeAbsent: "error" },
      options: ["--unknown-use"],
    });
    expect(code).toBe(1);
    expect(verdictOf("scratchList")).toBe("broken");
    expect(verdictOf("restored")).toBe("fine");
    expect(simulator.list(4321)).toEqual(before);
  });

  it("says that there is no such list", async () => {
    const { code, saysOf } = await examine({ lists: [] });
    expect(code).toBe(1);
    expect(saysOf("scratchList")).toContain("does not know app list 4321");
  });

  it("sends nothing but removals of what cannot exist and additions of what it removes again", async () => {
    const { simulator } = await examine();
    const sent = simulator.journal.flatMap(({ entries = {} }) => Object.values(entries).flat());
    expect(sent.every((entry) => /^(invalid\.pulumiapplist\.|0-pulumiapplist|.*\.invalid$)/u.test(entry))).toBe(true);
  });
});

describe("the question before a list is changed", () => {
  async function ask(options: TestTerminalOptions, more: readonly string[] = []) {
    const simulator = await startSimulator({ lists: [{ id: 4321, name: "scratch" }] });
    onTestFinished(() => simulator.close());
    const terminal = testTerminal({ environment: environmentFor(simulator), ...options });
    const code = await runProgram(["doctor", "--list", "4321", ...more], terminal, [doctor]);
    return { code, terminal, simulator };
  }

  it("is asked on a terminal, and yes goes on", async () => {
    const { code, terminal } = await ask({ isInputInteractive: true, input: "yes\n" });
    expect(code).toBe(0);
    expect(terminal.messages()).toContain("Type yes: ");
  });

  it.each(["no\n", "\n", "yes please\n", ""])("sends nothing after the answer %j", async (input) => {
    const { code, simulator } = await ask({ isInputInteractive: true, input });
    expect(code).toBe(1);
    expect(simulator.journal).toEqual([]);
  });

  it("cannot be asked where nobody is there, and then --yes is needed", async () => {
    const { code, terminal, simulator } = await ask({ input: "yes\n" });
    expect(code).toBe(1);
    expect(terminal.messages()).toContain("--yes");
    expect(simulator.journal).toEqual([]);
  });
});

/** Faults of all removals from one on, as many as an examination can send. */
function everyRemovalFrom(first: number, answer: Fault["answer"]): readonly Fault[] {
  return Array.from({ length: 100 }, (_, index) => ({
    on: { action: "remove", nth: first + index },
    effect: "before",
    answer,
  }));
}

describe("a list of which it is not known whether campaigns use it", () => {
  /** A service that does not say whether campaigns use a list. */
  async function silent(appBundles: readonly string[], ...options: readonly string[]) {
    const list = new Set(appBundles);
    const added: string[] = [];
    const server = await startServer(
      withTokens(({ method, url, body }, response) => {
        if (method !== "PATCH") return sendJson(response, 200, []);
        const entries = entriesOf(body);
        if (url.endsWith("/add")) added.push(...entries);
        for (const entry of entries) {
          if (url.endsWith("/add")) list.add(entry);
          else list.delete(entry);
        }
        sendJson(response, 200, { id: 4321, app_bundles: [...list].join(), placement_ids: "", websites: "" });
      }),
    );
    const terminal = testTerminal({ environment: { ...environmentFor({ url: server.baseUrl }) } });
    const code = await runProgram(["doctor", "--list", "4321", "--yes", ...options], terminal, [doctor]);
    return { code, added, list, output: terminal.output() };
  }

  function entriesOf(body: string): readonly string[] {
    const members = z.record(z.string(), z.string()).parse(JSON.parse(body));
    return (members["app_bundles"] ?? "").split(",").filter((entry) => entry !== "");
  }

  it("is not tried out where entries of others are in it", async () => {
    const { code, added, output } = await silent(["com.real.one"]);
    expect(code).toBe(1);
    expect(added).toEqual([]);
    expect(output).toContain("it holds 1 entry of others");
    expect(output).toContain("--unknown-use");
  });

  it("is tried out where it is empty, or where that is asked for", async () => {
    expect((await silent([])).added).not.toEqual([]);
    const { added, list } = await silent(["com.real.one"], "--unknown-use");
    expect(added).not.toEqual([]);
    expect(list).toEqual(new Set(["com.real.one"]));
  });

  it("gets no entry where only that would show it, unless that is asked for", async () => {
    const { code, simulator, saysOf } = await examine({ behaviour: { removeAbsent: "error" } });
    expect(code).toBe(1);
    expect(simulator.journal.filter(({ action }) => action === "add")).toEqual([]);
    expect(saysOf("scratchList")).toContain("nothing was added to it");
  });
});

describe("results that nobody reads any more", () => {
  it("end the checks, and the list is put back, with an error and the findings among the messages", async () => {
    const { code, simulator, before, terminal } = await examine({
      breakOutputAt: ({ action }) => action === "add",
    });
    expect(code).toBe(1);
    expect(simulator.list(4321)).toEqual(before);
    expect(simulator.journal.filter(({ action }) => action === "add")).toHaveLength(1);
    expect(terminal.messages()).toContain("The list holds nothing of this examination any more");
  });
});

describe("a service that asks for fewer requests", () => {
  const tooMany = { kind: "status", status: 429, headers: { "retry-after": "45" } } as const;

  it("gets no more checks, and its pause before the list is put back", async () => {
    const time = virtualTime();
    const faults: readonly Fault[] = [
      { on: { action: "add", nth: 3 }, effect: "before", answer: tooMany },
      { on: { action: "remove", nth: 2 }, effect: "before", answer: tooMany },
    ];
    const { simulator, before, verdictOf } = await examine({ faults }, time);
    expect(simulator.journal.filter(({ action }) => action === "add")).toHaveLength(3);
    expect(time.pauses).toEqual([45_000]);
    expect(verdictOf("restored")).toBe("fine");
    expect(simulator.list(4321)).toEqual(before);
  });

  it("gets its list back within two minutes, or what is left is named with the way to remove it", async () => {
    const time = virtualTime();
    const { code, result, terminal } = await examine({ faults: everyRemovalFrom(2, tooMany) }, time);
    expect(code).toBe(1);
    expect(time.now()).toBeLessThan(120_000);
    const [, mark = ""] = /has ([0-9a-f]{32}) in it/u.exec(terminal.messages()) ?? [];
    expect(mark).not.toBe("");
    expect(result.findings.find(({ check }) => check === "restored")?.next).toContain(`--list 4321 --restore ${mark}`);
  });

  it("is not taken for one that answers 429 about a list that does not exist", async () => {
    const { verdictOf, saysOf } = await examine({
      faults: [{ on: { action: "remove", appListId: 2_147_483_647 }, effect: "before", answer: tooMany }],
      options: ["--max-request-size", "1"],
    });
    expect(verdictOf("unknownList")).toBe("notVerified");
    expect(saysOf("unknownList")).not.toContain("not with 404");
  });
});

describe("what an examination that was broken off has left", () => {
  const mark = "0123456789abcdef0123456789abcdef";
  const other = "f".repeat(32);
  const left = new TestEntries(mark);
  const holds = {
    appBundles: [...others.appBundles, left.one("appBundles", "A"), left.one("appBundles", "D10.3").toLowerCase()],
    placementIds: [
      ...others.placementIds,
      left.one("placementIds", "A"),
      new TestEntries(other).one("placementIds", "A"),
    ],
    websites: [...others.websites, left.one("websites", "A")],
  };
  const rest = { ...others, placementIds: [...others.placementIds, new TestEntries(other).one("placementIds", "A")] };

  it.each<Partial<Behaviour>>([{}, { websites: "hidden" }, { removeAbsent: "error" }, { removedCopies: "first" }])(
    "is taken out of the list by its mark, and nothing else is: %j",
    async (behaviour) => {
      const { code, simulator } = await examine({ holds, behaviour, options: ["--restore", mark] });
      expect(code).toBe(0);
      expect(simulator.list(4321)).toMatchObject(rest);
    },
  );

  it("is taken out also where campaigns use the list", async () => {
    const { code, simulator } = await examine({ holds, hasAssociatedCampaigns: true, options: ["--restore", mark] });
    expect(code).toBe(0);
    expect(simulator.list(4321)).toMatchObject(rest);
  });

  it("needs the whole mark, and a list", async () => {
    for (const words of [
      ["--list", "4321", "--restore", "0123"],
      ["--restore", mark],
    ]) {
      const terminal = testTerminal();
      expect(await runProgram(["doctor", ...words], terminal, [doctor])).toBe(1);
      expect(terminal.messages()).toContain("--restore");
    }
  });

  it("is said to be there where the list cannot be reached", async () => {
    const { code, saysOf } = await examine({ lists: [], options: ["--restore", mark] });
    expect(code).toBe(1);
    expect(saysOf("restored")).toContain("does not know app list 4321");
  });
});

describe("the scratch list after a failure", () => {
  it("is put back where the service takes far fewer entries out in one request than it took in", async () => {
    const list = new Set<string>();
    const server = await startServer(
      withTokens(({ method, url, body }, response) => {
        if (method !== "PATCH") return sendJson(response, 200, []);
        const members = z.record(z.string(), z.string()).parse(JSON.parse(body));
        const entries = Object.values(members).flatMap((text) => text.split(","));
        if (url.endsWith("/remove") && entries.length > 62) return sendJson(response, 413, {});
        for (const entry of entries) {
          if (url.endsWith("/add")) list.add(entry);
          else list.delete(entry);
        }
        const shown = { app_bundles: [...list].join(), placement_ids: "", websites: "" };
        sendJson(response, 200, { id: 4321, has_associated_campaigns: false, ...shown });
      }),
    );
    const terminal = testTerminal({ environment: { ...environmentFor({ url: server.baseUrl }) } });
    await runProgram(["doctor", "--list", "4321", "--yes"], terminal, [doctor]);
    expect(list).toEqual(new Set());
    expect(terminal.output()).toContain("The list holds nothing of this examination any more");
  });

  const answers = [{ kind: "reset" }, { kind: "cut" }, { kind: "status", status: 503 }] as const;

  const fault = fc.record({
    on: fc.record({ action: fc.constantFrom("add", "remove", "token", "read"), nth: fc.integer({ min: 1, max: 14 }) }),
    effect: fc.constantFrom("before", "after"),
    answer: fc.constantFrom(...answers),
  });
  const behaviour = fc.record({
    addPresent: fc.constantFrom("ignore", "duplicate", "error"),
    removeAbsent: fc.constantFrom("ignore", "error"),
    removedCopies: fc.constantFrom("all", "first"),
    websites: fc.constantFrom("shown", "hidden"),
    emptyList: fc.constantFrom("allow", "refuse"),
    letterCase: fc.constantFrom("keep", "lower"),
  });

  it("is as it was, or all that is left is named, whichever requests fail in whichever way", async () => {
    const lowerCase = { appBundles: ["com.a"], websites: ["example.com"] };
    await fc.assert(
      fc.asyncProperty(
        fc.array(fault, { minLength: 1, maxLength: 4 }),
        behaviour,
        fc.constantFrom(lowerCase, {}),
        async (faults, behaviour, holds) => {
          const options = ["--max-request-size", "20", "--unknown-use"];
          const { simulator, before, verdictOf, saysOf, result } = await examine({ behaviour, holds, faults, options });
          const after = simulator.list(4321);
          if (verdictOf("restored") === "broken") {
            const left = kinds.flatMap((kind) =>
              after?.[kind].filter((entry) => before?.[kind].includes(entry) !== true),
            );
            for (const entry of left) expect(saysOf("restored")?.toLowerCase()).toContain(entry?.toLowerCase());
            for (const kind of kinds)
              expect(after?.[kind]).toEqual(expect.arrayContaining([...(before?.[kind] ?? [])]));
          } else expect(after).toEqual(before);
          expect(result.requests).toBeLessThanOrEqual(100);
        },
      ),
      { numRuns: 40 },
    );
  });

  it("is restored after Ctrl-C in the middle of a request", async () => {
    const { code, simulator, before, terminal, verdictOf } = await examine({
      interruptAt: ({ action }) => action === "add",
    });
    expect([code, verdictOf("restored")]).toEqual([3, "fine"]);
    expect(terminal.messages()).toContain("is being put back");
    expect(simulator.list(4321)).toEqual(before);
    expect(simulator.journal.filter(({ action }) => action === "add")).toHaveLength(1);
  });

  it("is restored where a request never gets its answer", async () => {
    const { simulator, before, verdictOf } = await examine({
      faults: [{ on: { action: "add", nth: 2 }, effect: "after", answer: { kind: "hang" } }],
      settings: { APP_LIST_TIMEOUT_SECONDS: "1" },
    });
    expect(verdictOf("restored")).toBe("fine");
    expect(simulator.list(4321)).toEqual(before);
  });

  it("is said to be changed by others where it is, and keeps their changes", async () => {
    let edit = (): void => undefined;
    const examined = examine({
      interruptAt: ({ action }) => {
        if (action === "add") edit();
        return false;
      },
      onStart: (simulator) => {
        edit = () => simulator.edit(4321, { add: { appBundles: ["com.new"] }, remove: { websites: ["example.com"] } });
      },
    });
    const { code, simulator, saysOf } = await examined;
    expect(code).toBe(2);
    expect(saysOf("others")).toContain('app bundle "com.new" came; website "example.com" went');
    expect(simulator.list(4321)).toMatchObject({ appBundles: [...others.appBundles, "com.new"], websites: [] });
  });

  it("is named with all that may be in it where it cannot be restored", async () => {
    const { code, saysOf, simulator } = await examine({
      faults: everyRemovalFrom(2, { kind: "status", status: 503 }),
      options: ["--max-request-size", "1"],
    });
    expect(code).toBe(1);
    const { appBundles = [] } = simulator.list(4321) ?? {};
    for (const entry of appBundles.slice(3)) expect(saysOf("restored")).toContain(entry);
    expect(saysOf("restored")).not.toContain("com.others");
  });
});
