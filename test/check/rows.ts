import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

/**
 * Tests the rows of a table: `INPUT → OUTPUT`, in sections with a title after `===`. Characters that an editor does not
 * show are escaped, such as `\u{20}`.
 *
 * @param judge the output for an input of a section.
 */
export function testRows(name: string, judge: (input: string, title: string) => string): void {
  const [, ...sections] = readFileSync(join(import.meta.dirname, name), "utf8").split(/^=== /mu);
  it.each(sections.map((section) => section.trimEnd().split("\n")))(`${name}: %s`, (title, ...rows) => {
    const judged = rows.map((row) => {
      const [written = ""] = row.split(" →", 1);
      const input = written.replaceAll(/\\u\{([0-9a-f]+)\}/gu, (_, code: string) =>
        String.fromCharCode(Number.parseInt(code, 16)),
      );
      return `${written} → ${judge(input, title)}`.trimEnd();
    });
    expect(judged).toEqual(rows);
  });
}
