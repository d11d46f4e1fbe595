// Replaces the command `curl`: the options that the pipelines use. Others fail.
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    "fail-with-body": { type: "boolean", default: false },
    silent: { type: "boolean", default: false },
    "show-error": { type: "boolean", default: false },
    header: { type: "string", multiple: true, default: [] },
    request: { type: "string", default: "GET" },
    "data-urlencode": { type: "string", multiple: true, default: [] },
  },
});
const [url, ...others] = positionals;
if (url === undefined || others.length > 0) throw new Error(`curl: ${positionals.join(" ")}`);

const form = new URLSearchParams();
for (const data of values["data-urlencode"]) {
  const [, name = "", sign = "", value = ""] = /^([^=@]+)([=@])(.*)$/su.exec(data) ?? [];
  form.append(name, sign === "@" ? readFileSync(value, "utf8") : value);
}
const response = await fetch(url, {
  method: values.request,
  headers: Object.fromEntries(values.header.map((header) => header.split(/:\s*/u, 2))),
  ...(values.request !== "GET" && { body: form }),
});
process.stdout.write(await response.text());
if (!response.ok && values["fail-with-body"]) {
  process.stderr.write(`curl: (22) The requested URL returned error: ${response.status}\n`);
  process.exitCode = 22;
}
