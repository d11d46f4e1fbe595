import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readForm } from "../../provider/simulator/request";
import { expectForAll } from "../list/arbitraries";

const text = fc.string({ unit: "binary" }).filter((value) => value.isWellFormed());

describe("readForm", () => {
  it("reads the output of URLSearchParams and of encodeURIComponent", () => {
    expectForAll(fc.dictionary(text.filter(Boolean), text, { minKeys: 1 }), text, (fields, value) => {
      expect(readForm(new URLSearchParams(fields).toString())).toEqual(new Map(Object.entries(fields)));
      expect(readForm(`name=${encodeURIComponent(value)}`)).toEqual(new Map([["name", value]]));
    });
  });

  it.each(["a=b@c", "a=b c", "a=%4", "a=%zz", "a=%ff", "a=ü", "a=b=c", "a", "=b", "a=1&a=2", "a=1&", "", '{"a":1}'])(
    "refuses %j",
    (body) => {
      expect(readForm(body)).toBeUndefined();
    },
  );
});
