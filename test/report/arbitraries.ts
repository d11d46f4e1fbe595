import fc from "fast-check";
import type { Report } from "../../provider/report/report";
import { anyText } from "../list/arbitraries";
import { reportSpelling } from "./sample-reports";

const markup =
  "``` § ` § ~~~ § | § \\ § --- § #  § -  § <!-- § --> § </details> § <script> § ** § &lt; § </code>".split(" § ");
const links = "![x](http://evil.example/x.png) [x](javascript:alert(1)) https://evil.example www.evil.example".split(
  " ",
);
const others = ["<img src=x onerror=alert(1)>", "@everyone", "evil@evil.example", "\n", "\r\n", "\u001b[2J", " "];

/** Texts with which others could try to get out of where a report shows them; at times far too long. */
const hostileText = fc
  .oneof(
    anyText,
    fc.array(fc.constantFrom(...markup, ...links, ...others), { maxLength: 12 }).map((some) => some.join("")),
  )
  .chain((text) => fc.constantFrom(1, 1, 1, 1, 400).map((times) => `${text}x`.repeat(times).slice(0, 20_000)));

/** A report with such texts wherever others choose the text, and at times far too many of one part. */
export const anyReport: fc.Arbitrary<Report> = fc
  .record({
    texts: fc.array(hostileText, { minLength: 1, maxLength: 4 }),
    many: fc.constantFrom("nothing", "resources", "entries", "errors", "warnings"),
    isRefreshed: fc.boolean(),
  })
  .map(({ texts, many, ...flags }) => {
    const report = reportSpelling(...texts);
    const repeat = <Part>(name: typeof many, parts: readonly Part[], times: number): readonly Part[] =>
      many === name ? Array.from({ length: times }, () => parts).flat() : parts;
    const resources = report.resources.map((resource) => {
      return { ...resource, entries: repeat("entries", resource.entries, 500) };
    });
    return {
      ...report,
      ...flags,
      resources: repeat("resources", resources, 200),
      errors: repeat("errors", report.errors, 200),
      warnings: repeat("warnings", report.warnings, 200),
    };
  });
