import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findConflict, type Declaration } from "../../provider/list/declarations";
import { kinds } from "../../provider/list/kinds";
import { noEntries } from "../../provider/list/entries";
import { expectForAll, someEntries } from "./arbitraries";
import { bundles, numbered } from "./entries";

const list = "app list 4321";

const one = bundles("com.a");

function declaration(resource: string, declared = noEntries, exclusive = false, isSecret = false): Declaration {
  return { resource, exclusive, entries: declared, isSecret };
}

describe("two resources of one list", () => {
  it("may not declare the same entry", () => {
    expect(
      findConflict(list, declaration("games", bundles("com.a", "com.b")), declaration("casinos", bundles("com.b"))),
    ).toBe(
      'app list 4321: 1 app bundle ("com.b") is declared by the resources "casinos" and "games". ' +
        "Keep it in one of them",
    );
  });

  it("count the shared entries if those of one of them are secret", () => {
    const [open, secret] = [declaration("games", one), declaration("casinos", one, false, true)];
    for (const conflict of [findConflict(list, open, secret), findConflict(list, secret, open)]) {
      expect(conflict).toMatch(/^app list 4321: 1 app bundle is declared by the resources "casinos" and "games"/u);
    }
  });

  it("name some of many shared entries, and their number", () => {
    expect(findConflict(list, declaration("games", numbered(7)), declaration("casinos", numbered(7)))).toBe(
      'app list 4321: 7 app bundles ("com.app0", "com.app1", "com.app2", "com.app3", "com.app4" and 2 more) are ' +
        'declared by the resources "casinos" and "games". Keep each entry in one of them',
    );
  });

  it.each([
    [declaration("all", bundles("com.a"), true), declaration("games", bundles("com.b"))],
    [declaration("games", bundles("com.b")), declaration("all", bundles("com.a"), true)],
  ])("may not be there when one of them is exclusive, even with different entries", (first, second) => {
    const conflict = findConflict(list, first, second);
    expect(conflict).toContain('declared by the resources "all" and "games"');
    expect(conflict).toContain('"all" is exclusive: it would remove the entries of the other');
  });

  it("conflict exactly when they share an entry or one is exclusive, whichever comes first", () => {
    expectForAll(someEntries, someEntries, fc.boolean(), fc.boolean(), (one, other, firstAlone, secondAlone) => {
      const first = declaration("first", one, firstAlone);
      const second = declaration("second", other, secondAlone);
      const share = kinds.some((kind) => one[kind].intersect(other[kind]).size > 0);
      const conflicts = share || firstAlone || secondAlone;
      expect(findConflict(list, first, second) !== undefined).toBe(conflicts);
      expect(findConflict(list, second, first) !== undefined).toBe(conflicts);
    });
  });
});
