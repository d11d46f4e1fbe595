import { appListSchema, parseJson } from "../../provider/service/schemas";
import { copyOf, entriesOf, type Benchmark } from "./benchmark";

/** The benchmarks of a response that shows a list. An API can return the entries as a text, or as an array. */
export function responseBenchmarks(size: number): readonly Benchmark[] {
  const entries = entriesOf(size);
  const others = { id: 4321, name: "blocked", description: "", placement_ids: "", websites: "" };
  const text = JSON.stringify({ ...others, app_bundles: entries.join(",") });
  const array = JSON.stringify({ ...others, app_bundles: entries });
  const parse = (body: string): unknown => parseJson(body, appListSchema);
  return [
    benchmarkOf("a response, entries as a text", text, parse, () => setOf(text)),
    benchmarkOf("a response, entries as an array", array, parse, () => setOf(array)),
  ];
}

function benchmarkOf(name: string, body: string, parse: (body: string) => unknown, runBound: () => unknown): Benchmark {
  let received = body;
  return {
    name,
    bound: "JSON.parse and one Set",
    runBound,
    prepare: () => (received = copyOf(body)),
    run: () => parse(received),
  };
}

/** What every reader of the response must do. */
function setOf(body: string): ReadonlySet<unknown> {
  const list: unknown = JSON.parse(body);
  const entries: unknown = typeof list === "object" && list !== null ? Reflect.get(list, "app_bundles") : undefined;
  return new Set(Array.isArray(entries) ? entries : String(entries).split(","));
}
