// Replaces the command `gh`: the options of `gh api` that the pipelines use, with the forge of the test. Others fail.
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    method: { type: "string", default: "GET" },
    paginate: { type: "boolean", default: false },
    slurp: { type: "boolean", default: false },
    silent: { type: "boolean", default: false },
    "raw-field": { type: "string", short: "f", multiple: true, default: [] },
    field: { type: "string", short: "F", multiple: true, default: [] },
  },
});
const [command, path, ...others] = positionals;
if (command !== "api" || path === undefined || others.length > 0) throw new Error(`gh: ${positionals.join(" ")}`);

const split = (pair) => [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)];
const body = Object.fromEntries([
  ...values["raw-field"].map(split),
  ...values.field.map(split).map(([name, value]) => {
    if (!value.startsWith("@")) throw new Error(`gh: -F ${name} is not read from a file`);
    return [name, readFileSync(value.slice(1), "utf8")];
  }),
]);
const response = await fetch(`${process.env.FORGE_URL}/${path}`, {
  method: values.method,
  headers: { authorization: `Bearer ${process.env.GH_TOKEN}`, "content-type": "application/json" },
  ...(values.method !== "GET" && { body: JSON.stringify(body) }),
});
const answer = await response.text();
if (!response.ok) {
  process.stderr.write(`gh: HTTP ${response.status}: ${answer}\n`);
  process.exitCode = 1;
} else if (!values.silent) {
  process.stdout.write(values.paginate && values.slurp ? `[${answer}]` : answer);
}
