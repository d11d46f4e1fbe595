import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseListText } from "../../provider/check/listed-entries";
import { updateTextFile } from "../../provider/cli/update-text-file";
import { tidyNote } from "../../provider/list/text";
import { anyEntry, anyKind, anyText } from "../list/arbitraries";

describe("a text file that is updated to the entries of a list", () => {
  it("keeps the order of its lines, and stays sorted if it is", () => {
    const update = (current: string) => updateTextFile("apps.txt", current, ["com.a", "com.b", "com.c"]).content;
    expect(update("# Games\ncom.c\n# News\ncom.b\n")).toBe("# Games\ncom.c\n# News\ncom.b\ncom.a\n");
    expect(update("com.b\ncom.b\n")).toBe("com.a\ncom.b\ncom.b\ncom.c\n");
  });

  it("is read back as these entries, and keeps its comments, its line ends and the notes of the entries that it had", () => {
    const declarable = anyKind.chain(anyEntry);
    const noted = fc.record({ entry: declarable, note: anyText.map((note) => tidyNote(note) ?? "") });
    fc.assert(
      fc.property(
        fc.uniqueArray(noted, { selector: ({ entry }) => entry }),
        fc.array(declarable),
        fc.constantFrom("", "# ours"),
        fc.constantFrom("\n", "\r\n"),
        fc.boolean(),
        (before, more, comment, end, isOpen) => {
          const lines = before.map(({ entry, note }) => (note === "" ? entry : `${entry}  # ${note}`));
          const whole = [comment, ...lines]
            .filter(Boolean)
            .map((line) => line + end)
            .join("");
          // The last line may have no end.
          const current = isOpen ? whole.slice(0, -end.length) : whole;
          const entries = [...new Set([...before.slice(1).map(({ entry }) => entry), ...more])].toSorted();
          const { content, added, removed } = updateTextFile("apps.txt", current, entries);
          const now = new Map(parseListText(content, String).map(({ entry, note = "" }) => [entry, note]));
          expect([...now.keys()].toSorted()).toEqual(entries);
          for (const { entry, note } of before.filter((one) => now.has(one.entry))) expect(now.get(entry)).toBe(note);
          expect(entries.length - added).toBe(before.length - removed.length);
          expect(content).toContain(comment);
          // A new file has the line ends of Linux.
          if (current.includes(end)) expect(content.replaceAll(end, "")).not.toMatch(/[\r\n]/u);
        },
      ),
    );
  });
});
