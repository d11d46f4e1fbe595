import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readForm } from "../../provider/simulator/request";

const text = fc.string({ unit: "binary" }).filter((value) => value.isWellFormed());

describe("readForm", () => {
  it("reads the output of URLSearchParams", () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(
          text.filter((name) => name !== ""),
          { minLength: 1 },
        ),
        text,
        (names, value) => {
          const form = new URLSearchParams(names.map((name): [string, string] => [name, value]));
          expect(readForm(form.toString())).toEqual(new Map(names.map((name) => [name, value])));
        },
      ),
    );
  });

  it("reads the output of encodeURIComponent", () => {
    fc.assert(
      fc.property(text, (value) => {
        expect(readForm(`name=${encodeURIComponent(value)}`)).toEqual(new Map([["name", value]]));
      }),
    );
  });

  it.each(["a=b@c", "a=b c", "a=%4", "a=%zz", "a=%ff", "a=ü", "a=b=c", "a", "=b", "a=1&a=2", "a=1&", "", '{"a":1}'])(
    "refuses %j",
    (body) => {
      expect(readForm(body)).toBeUndefined();
    },
  );
});
