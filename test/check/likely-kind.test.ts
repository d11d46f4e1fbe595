import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { likelyKind } from "../../provider/check/likely-kind";
import { findEntryProblem } from "../../provider/list/entry";
import { kinds, type ByKind } from "../../provider/list/kinds";
import { anyText, expectForAll } from "../list/arbitraries";

describe("likelyKind", () => {
  const guessed: ByKind<string> = {
    appBundles:
      "com.example.app com.king com.publisher.news de.zeit.online air.com.example.Game id1234567890 ID12345 " +
      "COM.Example.App 1234567890",
    placementIds: "20418-rewardedb21c 20418-a_b-c 1-a 10038-accuweather.com 10038-com.example.puzzle 10064-595558452",
    websites:
      "example.com www.bbc.co.uk 1-800-flowers.com http://example HTTPS://example x.de https://example.com/path",
  };
  it.each(kinds.flatMap((kind) => guessed[kind].split(" ").map((entry) => [entry, kind] as const)))(
    "guesses that %s is one of the %s",
    (entry, kind) => {
      expect(likelyKind(entry)).toBe(kind);
    },
  );

  const unclear =
    "com.example.com de.wikipedia.org net.example G12345678901 b00abcdefg 1234 localhost my.game studio.game.level " +
    ". com. https:// https:///path ftp://example id1234 id12345x xid12345 x20418-a 2041-a.b 20418-a/b 20418-a:b " +
    "20418-a,b 20418- com..app com.example.äpp air air.com my_site.com de.zeit";
  it.each(["", "see https://example", "20418-a b", "com.exam ple.app", "example com", ...unclear.split(" ")])(
    "does not guess what %j is",
    (entry) => {
      expect(likelyKind(entry)).toBeUndefined();
    },
  );

  it.each(["com", "net", "org", "info", "biz", "edu", "gov", "de", "za"])(
    "knows .%s as the end of a website and the start of an app bundle",
    (name) => {
      expect(likelyKind(`example.${name}`)).toBe("websites");
      expect(likelyKind(`${name}.example.app`)).toBe("appBundles");
    },
  );

  it("guesses only valid placement IDs", () => {
    const placement = fc.tuple(fc.nat(), anyText).map((parts) => parts.join("-"));
    expectForAll(fc.oneof(anyText, placement), (entry) => {
      if (findEntryProblem("websites", entry) !== undefined || likelyKind(entry) !== "placementIds") return;
      expect(findEntryProblem("placementIds", entry)).toBeUndefined();
    });
  });
});
