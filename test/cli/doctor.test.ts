import fc from "fast-check";
import { describe, expect, it, onTestFinished } from "vitest";
import { z } from "zod";
import { makeDoctorCommand } from "../../provider/cli/doctor/command";
import { runProgram } from "../../provider/cli/program";
import { kinds } from "../../provider/list/kinds";
import {
  startSimulator,
  type Behaviour,
  type JournalEntry,
  type Simulator,
  type SimulatorOptions,
} from "../../provider/simulator/index";
import { environmentFor, testTerminal, type TestTerminalOptions } from "./terminal";

const others = {
  appBundles: ["com.others.b", "com.others.a", "com.Others.C"],
  placementIds: ["10-abc"],
  websites: ["example.com"],
};

const doctor = makeDoctorCommand({ now: () => Date.now(), pause: async () => undefined });

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
  readonly onStart?: (simulator: Simulator) => void;
  readonly hasAssociatedCampaigns?: boolean;
}

/** Runs `app-list doctor --list 4321 --yes --json` against a simulator. */
async function examine(options: Case = {}) {
  const { holds = others, options: more = [], settings = {}, interruptAt, onStart, ...chosen } = options;
  const { hasAssociatedCampaigns, ...rest } = chosen;
  const simulator = await startSimulator({
    lists: [{ id: 4321, name: "scratch", hasAssociatedCampaigns: hasAssociatedCampaigns ?? false, ...holds }],
    onRequest: (request) => {
      if (interruptAt?.(request) === true) terminal.interrupt();
    },
    ...rest,
  });
  onTestFinished(() => simulator.close());
  onStart?.(simulator);
  const before = simulator.list(4321);
  const terminal = testTerminal({ environment: { ...environmentFor(simulator), ...settings } });
  const code = await runProgram(["doctor", "--list", "4321", "--yes", "--json", ...more], terminal, [doctor]);
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
    const late = makeDoctorCommand({ now: () => Date.now() + 3_600_000, pause: async () => undefined });
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
    const { verdictOf, saysOf, before, simulator, result } = await examine({ behaviour });
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
    const { code, verdictOf, saysOf, simulator } = await examine({ holds: {}, behaviour: { emptyList: "refuse" } });
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

describe("the scratch list after a failure", () => {
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
          const options = ["--max-request-size", "20"];
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
          expect(result.requests).toBeLessThanOrEqual(60);
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
      faults: [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12].map((nth) => ({
        on: { action: "remove", nth },
        effect: "before",
        answer: { kind: "status", status: 503 },
      })),
      options: ["--max-request-size", "1"],
    });
    expect(code).toBe(1);
    const { appBundles = [] } = simulator.list(4321) ?? {};
    for (const entry of appBundles.slice(3)) expect(saysOf("restored")).toContain(entry);
    expect(saysOf("restored")).not.toContain("com.others");
  });
});
