import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkInputs } from "../../provider/resource/inputs";
import { kinds } from "../../provider/list/kinds";
import { readListed } from "../../provider/list/listed-entries";
import { anyKind } from "../list/arbitraries";
import { cases, expectMessage, expectShowable } from "./claims";
import { deepValues, hostileText, hostileValue, longTexts, spoilt } from "./values";

const right = {
  appListId: 4321,
  account: "eu",
  exclusive: true,
  claimExisting: false,
  removalLimit: "40%",
  appBundles: "com.a  # note\ncom.b\n",
  placementIds: "1-a\n",
  websites: "a.example\n",
  __provider: "…",
};

type Inputs = Readonly<Record<string, unknown>>;

/** Checks inputs, and claims that what is refused is refused with a message that helps. */
function check(news: Inputs): "accepted" | "refused" {
  const checked = checkInputs(news);
  if (checked.outcome === "valid") return "accepted";
  expectMessage(checked.reason);
  return "refused";
}

describe("untrusted entries and arguments", () => {
  it("are accepted, or refused with a message that helps, whatever text is in place of entries", () => {
    fc.assert(
      fc.property(anyKind, hostileText, (kind, text) => {
        check({ appListId: 4321, [kind]: text });
        // What the program itself refuses can name anything.
        expect(check({ appListId: 4321, refused: [`this is what the program found: ${text}`] })).toBe("refused");
      }),
      cases("texts of entries", 2000),
    );
  });

  it("are accepted, or refused with a message that helps, whatever the types of the arguments", () => {
    fc.assert(
      fc.property(spoilt(right), (news) => {
        check(news);
      }),
      cases("arguments", 2000),
    );
  });

  it("name no other argument than those that are wrong", () => {
    fc.assert(
      fc.property(
        fc.constantFrom("appListId", "exclusive", "claimExisting", "removalLimit"),
        hostileValue,
        (name, value) => {
          const checked = checkInputs({ appListId: 4321, [name]: value });
          if (checked.outcome === "invalid") expect(checked.reason).toContain(name);
        },
      ),
      cases("values of one argument", 1000),
    );
  });

  it("become a text that is read back as it was, or are refused in the program", () => {
    const listed = fc.array(
      fc.oneof(
        hostileText,
        fc.record({ entry: hostileText, note: hostileText, until: hostileText }, { requiredKeys: ["entry"] }),
      ),
      { maxLength: 6 },
    );
    fc.assert(
      fc.property(anyKind, listed, (kind, entries) => {
        const {
          entries: { text },
          problems,
        } = readListed(kind, entries, "2026-01-01");
        problems.forEach(expectMessage);
        // Pulumi shows the text in its previews as it is.
        expectShowable(text);
        expect(check({ appListId: 4321, [kind]: text })).toBe("accepted");
      }),
      cases("listed entries", 2000),
    );
  });

  it("may be 300,000 characters long", { timeout: 300_000 }, () => {
    for (const text of longTexts) {
      for (const kind of kinds) check({ ...right, [kind]: text });
      expect(check({ ...right, removalLimit: text, account: text })).toBe("refused");
      readListed("appBundles", [{ entry: "com.a", note: text }, text], "2026-01-01").problems.forEach(expectMessage);
    }
    process.stdout.write(`hostile long texts of entries: ${longTexts.length} cases, none failed\n`);
  });

  it.each(Object.entries(deepValues))("may be %s", (_, json) => {
    const value: unknown = JSON.parse(json);
    for (const name of Object.keys(right)) {
      expect(check({ ...right, [name]: value })).toBe(name === "__provider" ? "accepted" : "refused");
    }
  });
});
