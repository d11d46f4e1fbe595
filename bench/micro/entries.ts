import { parseListText } from "../../provider/list/list-text";
import { printListed } from "../../provider/list/listed-entries";
import { noEntries } from "../../provider/list/entries";
import { planChanges } from "../../provider/list/plan";
import { readText } from "../../provider/list/entry-text";
import { createProvider, type Provider } from "../../provider/resource/provider";
import { declareInputs } from "../../provider/resource/declared-inputs";
import { Run } from "../../provider/resource/run";
import { copyOf, entriesOf, passOver, type Benchmark } from "./benchmark";

const appListId = 4321;
const resource = { urn: "urn:pulumi:bench::bench::app-list:index:AppListEntries::blocked", name: "blocked" };
const changed = 37;

/** The same entries, except the given number of them. */
function edit(entries: readonly string[], count: number): string[] {
  const step = Math.floor(entries.length / count);
  return entries.map((entry, index) => (index % step === 0 && index / step < count ? `${entry}.new` : entry));
}

function print(entries: readonly string[]): string {
  return `${entries.join("\n")}\n`;
}

/** A run of the engine, whose processes share files. */
function startRun(engineAddress: string): { readonly provider: Provider; readonly end: () => void } {
  const config = new Map([["baseUrl", "http://127.0.0.1:1"]]);
  const run = new Run({ config: (key) => config.get(key), environment: {} }, () => undefined, { engineAddress });
  return { provider: createProvider(run, () => undefined), end: () => run.end() };
}

/** The benchmarks of entries, from their text to the operations of the resource. */
export function entryBenchmarks(size: number): readonly Benchmark[] {
  const entries = entriesOf(size);
  const edited = edit(entries, changed);
  const text = print(entries);
  const noted = entries.map((entry, index) => (index % 10 === 0 ? `${entry}  # agreed with legal` : entry));
  const shuffled = print(noted.toSorted((one, other) => (one.length === other.length ? 0 : one.length - other.length)));
  const onePass = { bound: "one pass over the bytes", runBound: () => passOver(text) };
  const oneDifference = {
    bound: "one Set difference",
    runBound: (
      (one: ReadonlySet<string>, other: ReadonlySet<string>) => () =>
        one.difference(other)
    )(new Set(entries), new Set(edited)),
  };
  let number = 0;
  /** A text that no earlier run has seen. */
  const newText = (): string => copyOf(`0${(number += 1)}\n${text}`);
  const state = (appBundles: string) => ({ stateVersion: 1, appListId, appBundles, baseUrl: "http://127.0.0.1:1" });

  const textBenchmark = (name: string, make: () => string, run: (text: string) => unknown): Benchmark => {
    let given = "";
    return { name, ...onePass, prepare: () => (given = make()), run: () => run(given) };
  };

  const operation = (
    name: string,
    bound: Pick<Benchmark, "bound" | "runBound">,
    make: () => { readonly before: string; readonly after: string },
    measured: "check" | "diff",
  ): Benchmark => {
    let started: ReturnType<typeof startRun> | undefined;
    let given = { before: "", after: "" };
    const check = () => started?.provider.check({}, { appListId, appBundles: given.after }, undefined, resource);
    return {
      name,
      ...bound,
      prepare: async () => {
        started?.end();
        started = startRun(`bench ${(number += 1)}`);
        // The first operation of a process also joins the run.
        await started.provider.check({}, { appListId: 1, appBundles: "com.a\n" });
        given = make();
        if (measured === "check") return;
        await check();
        given = { before: copyOf(given.before), after: copyOf(given.after) };
      },
      run: async () => {
        if (measured === "check") return check();
        const inputs = { appListId, appBundles: given.after };
        return started?.provider.diff(String(appListId), state(given.before), inputs, undefined);
      },
    };
  };
  const unchanged = () => {
    const after = newText();
    return { before: copyOf(after), after };
  };
  const observed = new Set(entries);
  return [
    textBenchmark("entry text: validate", newText, (given) => readText("appBundles", given)),
    textBenchmark("entry text: validate and parse", newText, (given) => readText("appBundles", given).read.entries),
    textBenchmark(
      "list file: parse and print, unsorted with notes",
      () => copyOf(shuffled),
      (given) => printListed("appBundles", "appBundles", parseListText(given, String), "2026-11-22"),
    ),
    {
      name: "listed entries: check and print an array",
      ...onePass,
      prepare: () => undefined,
      run: () => printListed("appBundles", "appBundles", entries, "2026-11-22"),
    },
    textBenchmark("plugin: arguments to inputs, text in normal form", newText, (given) =>
      declareInputs({ appListId, appBundles: given }),
    ),
    operation("check: unchanged", onePass, unchanged, "check"),
    operation("diff: unchanged", onePass, unchanged, "diff"),
    operation("diff: 37 changes", oneDifference, () => ({ before: newText(), after: print(edited) }), "diff"),
    {
      name: "plan: 37 changes",
      ...oneDifference,
      prepare: () => undefined,
      run: () =>
        planChanges({
          desired: { ...noEntries, appBundles: new Set(edited) },
          managed: { ...noEntries, appBundles: observed },
          observed: { ...noEntries, appBundles: observed },
          exclusive: false,
          declaredElsewhere: noEntries,
        }),
    },
  ];
}
