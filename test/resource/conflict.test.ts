import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findConflict } from "../../provider/resource/conflict";
import { printConflict } from "../../provider/resource/texts/conflicts";
import { kinds } from "../../provider/list/kinds";
import { noEntries } from "../../provider/list/entries";
import { expectForAll, someEntries } from "../list/arbitraries";
import { numbered } from "../list/entries";

type Declaration = Parameters<typeof findConflict>[0];

const resourceOf = (name: string) => ({ id: name, name });

function declaration(name: string, declared = noEntries, exclusive = false, isSecret = false): Declaration {
  return { appListId: 4321, resource: resourceOf(name), exclusive, entries: declared, isSecret };
}

/** The conflict of two declarations, as a sentence. */
function conflictOf(one: Declaration, other: Declaration): string | undefined {
  const conflict = findConflict(one, other);
  return conflict && printConflict(conflict);
}

describe("two resources of one list", () => {
  const both = 'declared by the resources "all" and "games"';
  const some = '"com.app0", "com.app1", "com.app2", "com.app3", "com.app4" and 2 more';
  const rule = '"all" is exclusive: it would remove the entries of the other';
  it.each([
    [numbered(2), numbered(1), [], `1 app bundle ("com.app0") is ${both}. Keep it in one of them`],
    [numbered(7), numbered(7), [], `7 app bundles (${some}) are ${both}. Keep each entry in one of them`],
    [numbered(2), numbered(1), [false, true], `1 app bundle is ${both}. Keep it in one of them`],
    [numbered(1), noEntries, [true], `is ${both}, and ${rule}. Declare all entries of the list in one of them`],
  ] as const)("are named with what they share: %#", (ofGames, ofAll, more, conflict) => {
    const [games, all] = [declaration("games", ofGames), declaration("all", ofAll, ...more)];
    expect(conflictOf(games, all)).toContain(conflict);
    expect(conflictOf(all, games)).toBe(conflictOf(games, all));
  });

  const anyDeclaration = (resource: string) =>
    fc.record({
      appListId: fc.constant(4321),
      resource: fc.constant(resourceOf(resource)),
      entries: someEntries,
      exclusive: fc.boolean(),
      isSecret: fc.boolean(),
      account: fc.constantFrom(undefined, "eu", "us"),
    });

  it("conflict exactly when they share an entry or one is exclusive, whichever comes first and has what", () => {
    expectForAll(anyDeclaration("first"), anyDeclaration("second"), (first, second) => {
      const shared = kinds.flatMap((kind) => [...first.entries[kind].intersect(second.entries[kind])]);
      const alone = [first, second].find(({ exclusive }) => exclusive);
      const conflict = conflictOf(first, second);
      expect(conflictOf(second, first)).toBe(conflict);
      expect(conflict !== undefined).toBe(shared.length > 0 || alone !== undefined);
      if (conflict === undefined) return;
      expect(conflict.includes("is exclusive")).toBe(alone !== undefined);
      if (alone !== undefined) expect(conflict).toContain(`"${alone.resource?.name}" is exclusive`);
      const isNamed = alone === undefined && !first.isSecret && !second.isSecret;
      expect(shared.some((entry) => conflict.includes(`"${entry}"`))).toBe(isNamed);
      const accounts = [first, second].map(({ account }) =>
        account === undefined ? "the default account" : `account "${account}"`,
      );
      expect(conflict.includes(`They have ${accounts.join(" and ")}, and`)).toBe(first.account !== second.account);
    });
  });
});
