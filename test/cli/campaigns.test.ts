import fc from "fast-check";
import { describe, expect, it, onTestFinished } from "vitest";
import { runProgram } from "./run-program";
import { startSimulator, type SimulatorOptions } from "../../provider/simulator/index";
import { startServer, withTokens } from "../api/server";
import { environmentFor, testTerminal, type TestTerminalOptions } from "./terminal";

async function run(
  campaigns: NonNullable<SimulatorOptions["campaigns"]>,
  options: readonly string[] = [],
  more: TestTerminalOptions = {},
  simulated: SimulatorOptions = {},
) {
  const simulator = await startSimulator({ campaigns, ...simulated });
  onTestFinished(() => simulator.close());
  const terminal = testTerminal({ environment: environmentFor(simulator), ...more });
  const code = await runProgram(["campaigns", ...options], terminal);
  return { code, terminal, simulator };
}

const spring = { budget: 12.5, id: 1, name: "Spring", active: true, targeting: { country: "DE" } };
const summer = { id: 2, name: "Summer", active: false };

describe("app-list campaigns", () => {
  it("prints one line per campaign, with its scalar fields", async () => {
    const { code, terminal } = await run([spring, summer]);
    expect(code).toBe(0);
    expect(terminal.output()).toBe("budget=12.5  id=1  name=Spring  active=true\nid=2  name=Summer  active=false\n");
    expect(terminal.messages()).toBe("2 campaigns.\n");
  });

  it("prints all fields as JSON", async () => {
    const { code, terminal } = await run([spring, summer], ["--json"]);
    expect(code).toBe(0);
    expect(JSON.parse(terminal.output())).toEqual({ version: 1, campaigns: [spring, summer] });
  });

  const few = { wrapping: "data", maxPerPage: 1 } as const;

  it.each([
    ["with a total", { ...few, firstPage: 0 }],
    ["without a total", { ...few, wrapping: "array", firstPage: 0 }],
    ["without a total, and 404 for other pages before the first", { ...few, wrapping: "campaigns" }],
  ] as const)("lists all campaigns of an API whose pages are counted from 0 or 1: %s", async (_, behaviour) => {
    const { code, terminal } = await run([spring, summer], ["--json"], {}, { behaviour: { campaigns: behaviour } });
    expect(code).toBe(0);
    expect(JSON.parse(terminal.output())).toEqual({ version: 1, campaigns: [spring, summer] });
  });

  it.each([[[]], [["--json"]]])("fails if the listing ends short of the announced total, with %j", async (options) => {
    const body = JSON.stringify({ data: [spring, summer], meta: { total_entries: 30 } });
    const answer = { kind: "status", status: 200, body } as const;
    const faults = [{ on: { action: "campaigns" }, effect: "after", answer }] as const;
    const { code, terminal } = await run([], options, {}, { faults });
    expect(code).toBe(1);
    expect(terminal.output() + terminal.messages()).toContain("the API listed 2 campaigns and announced 30");
    expect(terminal.output()).not.toContain("Spring");
  });

  it("reports that the account has no campaigns", async () => {
    const { code, terminal } = await run([]);
    expect([code, terminal.output(), terminal.messages()]).toEqual([0, "", "0 campaigns.\n"]);
  });

  it.each([[[]], [["--json"]]])("reports that a listing nested too deep cannot be read, with %j", async (options) => {
    const server = await startServer(
      withTokens((_, response) => response.end(`[${'{"a":'.repeat(200_000)}1${"}".repeat(200_000)}]`)),
    );
    const terminal = testTerminal({ environment: environmentFor({ url: server.baseUrl }) });
    expect(await runProgram(["campaigns", ...options], terminal)).toBe(1);
    expect(terminal.output() + terminal.messages()).toContain("it nests more than 100 arrays or objects");
  });

  it("shows control characters escaped", async () => {
    const { terminal } = await run([{ id: 1, name: "\u001b[2Jred\u202e" }]);
    expect(terminal.output()).toContain(String.raw`\u{1b}[2Jred\u{202e}`);
  });

  const campaign = fc.dictionary(
    fc.string({ minLength: 1 }),
    fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.object()),
  );

  it("prints one line per campaign without control characters, whatever the campaigns contain", async () => {
    const campaigns: Readonly<Record<string, unknown>>[] = [];
    const simulator = await startSimulator({ campaigns });
    onTestFinished(() => simulator.close());
    await fc.assert(
      fc.asyncProperty(fc.array(campaign, { minLength: 1, maxLength: 8 }), async (listed) => {
        campaigns.splice(0, campaigns.length, ...listed.map((one, id) => ({ ...one, id })));
        const terminal = testTerminal({ environment: environmentFor(simulator) });
        expect(await runProgram(["campaigns"], terminal)).toBe(0);
        const lines = terminal.output().split("\n");
        expect(lines).toHaveLength(listed.length + 1);
        for (const line of lines) expect(line).not.toMatch(/[\p{Cc}\p{Cf}]/u);
      }),
      { numRuns: 30 },
    );
  });
});
