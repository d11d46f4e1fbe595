import fc from "fast-check";
import { expect, it } from "vitest";
import { printFinding } from "../../provider/check/finding";
import { readListed } from "../../provider/check/listed-entries";
import type { Properties } from "../../provider/resource/inputs";
import {
  deepValues,
  expectMessage,
  expectShowable,
  hostileCases,
  hostileText,
  hostileValue,
  spoilt,
} from "../harness/hostile";
import { anyKind } from "../list/arbitraries";
import { checkInputs } from "./declared";

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

/** Checks inputs, and asserts that what is rejected is rejected with a message that helps. */
function check(news: Properties, unknown: readonly string[] = []): "accepted" | "rejected" {
  const checked = checkInputs(news, new Set(unknown));
  if (checked.outcome === "valid") return "accepted";
  expectMessage(checked.reason);
  return "rejected";
}

it("accepts arguments of any type, or rejects them with a message that helps", () => {
  const property = fc.property(spoilt(right), fc.subarray(Object.keys(right)), hostileText, (news, unknown, text) => {
    check(news);
    check(news, unknown);
    // What the program itself refuses can name anything.
    expect(check({ appListId: 4321, problems: [`this is what the program found: ${text}`] })).toBe("rejected");
  });
  fc.assert(property, hostileCases);
});

it("names no other argument than the one that is wrong", () => {
  const names = fc.constantFrom("appListId", "exclusive", "claimExisting", "removalLimit", "additionLimit", "purpose");
  const property = fc.property(names, hostileValue, (name, value) => {
    const checked = checkInputs({ appListId: 4321, [name]: value });
    if (checked.outcome === "invalid") expect(checked.reason).toContain(name);
  });
  fc.assert(property, hostileCases);
});

it("accepts the text of any listed entries, unless the program refuses them", () => {
  const fields = { entry: hostileText, note: hostileText, until: hostileText };
  const listed = fc.array(fc.oneof(hostileText, fc.record(fields, { requiredKeys: ["entry"] })), { maxLength: 6 });
  const property = fc.property(anyKind, listed, (kind, given) => {
    const { entries, problems } = readListed(kind, given, "2026-01-01");
    problems.forEach((problem) => expectMessage(printFinding(problem)));
    // Pulumi shows the text in its previews as it is.
    expectShowable(entries.text);
    expect(check({ appListId: 4321, [kind]: entries.text })).toBe("accepted");
  });
  fc.assert(property, hostileCases);
});

it.each(deepValues)("rejects %s", (_, json) => {
  const value: unknown = JSON.parse(json);
  for (const name of Object.keys(right)) {
    expect(check({ ...right, [name]: value })).toBe(name === "__provider" ? "accepted" : "rejected");
  }
});
