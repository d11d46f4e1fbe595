import fc from "fast-check";
import { anyText } from "../list/arbitraries";

/** Names that JavaScript's own objects have. */
const prototypeNames = ["__proto__", "constructor", "prototype", "toString", "hasOwnProperty", "valueOf", "length"];

/** Texts that others could write: what a terminal would act on, half characters, and what our formats are made of. */
export const hostileText = fc.oneof(
  anyText,
  fc.constantFrom(...prototypeNames),
  fc
    .array(
      fc.oneof(
        fc.constantFrom("\u001b[2J", "\u009b31m", "\u001b]0;x\u0007", ..."\u202e\u2066\u061c\u200d\u{e0041}"),
        fc.constantFrom(...", \t\n#\"'\\{}[]:%-=", "\r\n", "  # "),
        fc.constantFrom(
          "com.a",
          "1-a",
          "a.example",
          "until 2027-13-41",
          "until 2027-01-31",
          "app_bundle",
          "note",
          "expires",
        ),
        anyText,
      ),
      { maxLength: 8 },
    )
    .map((parts) => parts.join("")),
);

/** Numbers at the ends of what a number can be. */
const hostileNumber = fc.oneof(
  fc.constantFrom(0, -0, -1, 0.1, 1e21, -1e21, 5e-324, 2 ** 31, 2 ** 32, 2 ** 53, -(2 ** 53), Number.MAX_VALUE),
  fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY),
  fc.double(),
  fc.integer(),
);

/** Objects that break what JavaScript does with objects by itself. */
const stubborn = fc.constantFrom<unknown>(
  { toString: 1, valueOf: 1, toJSON: 1 },
  { length: { toString: 1, valueOf: 1 } },
  { length: 2 ** 53, 0: "com.a" },
);

const leaf = fc.oneof(stubborn, hostileText, hostileNumber, fc.constantFrom(null, true, false, "", "[secret]"));

/** Values of any type, as JSON and the engine's protocol have them: with any names, and nothing where they should be. */
export const hostileValue: fc.Arbitrary<unknown> = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    leaf,
    fc.array(tie("value"), { maxLength: 4 }),
    fc.array(fc.tuple(hostileText, tie("value")), { maxLength: 4 }).map((members) => Object.fromEntries(members)),
  ),
})).value;

/**
 * An object that is right but for a few of its members: of another type or with a hostile text, missing, or unknown.
 *
 * @param right an object as it should be.
 */
export function spoilt(right: Readonly<Record<string, unknown>>): fc.Arbitrary<Readonly<Record<string, unknown>>> {
  const name = fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...Object.keys(right)) }, hostileText);
  const change = fc.oneof(fc.tuple(name, fc.oneof(hostileValue, hostileText)), fc.tuple(name, fc.constant(undefined)));
  return fc
    .array(change, { minLength: 1, maxLength: 3 })
    .map((changes) =>
      Object.fromEntries(
        [...new Map([...Object.entries(right), ...changes])].filter(([, value]) => value !== undefined),
      ),
    );
}

/** A value that is nested so deep that what goes down into it by calls runs out of stack. */
function deepJson(open: string, close: string, levels = 100_000): string {
  return open.repeat(levels) + "1" + close.repeat(levels);
}

/** Deep values by their outermost type, as JSON. */
export const deepValues: Readonly<Record<string, string>> = {
  "arrays in arrays": deepJson("[", "]"),
  "objects in objects": deepJson('{"a":', "}"),
  "objects of prototype names": deepJson('{"__proto__":', "}"),
  "arrays in arrays, few enough for gRPC": deepJson("[", "]", 100),
  "objects in objects, few enough for gRPC": deepJson('{"a":', "}", 100),
};

/** Parts of which a text of 300,000 characters is made, so that what takes a quadratic time does not end. */
export const longTexts: readonly string[] = [
  ..."a1 ,\t#-.\"'\\{[:=%\u0000\u001b\u202e\u3000\ud800😀\u200d",
  ...'  # |com.a,|com.a\n|com.a\r|1-|until |until 2027-01-31 |""|","|&#x70;'.split("|"),
].map((part) => part.repeat(Math.ceil(300_000 / part.length)));
