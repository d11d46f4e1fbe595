import { inspect } from "node:util";
import fc from "fast-check";
import { expect } from "vitest";
import { AppListError } from "../../provider/common/error";
import { anyText } from "../list/arbitraries";
import { samples } from "./samples";

/** How many hostile values a property tries. */
export const hostileCases = { numRuns: 100 * samples };

/** Names that JavaScript's own objects have. */
const prototypeNames = ["__proto__", "constructor", "prototype", "toString", "hasOwnProperty", "valueOf", "length"];

/** Words of our formats. */
const words = ["com.a", "1-a", "a.example", "until 2027-13-41", "until 2027-01-31", "app_bundle", "note", "expires"];

const fragment = fc.oneof(
  fc.constantFrom("\u001b[2J", "\u009b31m", "\u001b]0;x\u0007", ..."\u202e\u2066\u061c\u200d\u{e0041}"),
  fc.constantFrom(...", \t\n#\"'\\{}[]:%-=", "\r\n", "  # "),
  fc.constantFrom(...words),
  anyText,
);

/** A text of 300,000 characters, so that what takes a quadratic time does not end. */
const longText = fc
  .constantFrom(
    ..."a1 ,\t#-.\"'\\{[:=%\u0000\u001b\u202e\u3000\ud800😀\u200d",
    ...'  # |com.a,|com.a\n|com.a\r|1-|until |until 2027-01-31 |""|","|&#x70;'.split("|"),
  )
  .map((part) => part.repeat(Math.ceil(300_000 / part.length)));

/** Texts that others could write: what a terminal would act on, half characters, and what our formats are made of. */
export const hostileText = fc.oneof(
  { weight: 20, arbitrary: anyText },
  { weight: 20, arbitrary: fc.constantFrom(...prototypeNames) },
  { weight: 20, arbitrary: fc.array(fragment, { maxLength: 8 }).map((parts) => parts.join("")) },
  { weight: 1, arbitrary: longText },
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

/**
 * Values of any type, as JSON and the engine's protocol have them: with any names, and nothing where they should be.
 */
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
  const change = fc.tuple(name, fc.oneof(hostileValue, hostileText, fc.constant(undefined)));
  return fc.array(change, { minLength: 1, maxLength: 3 }).map((changes) => {
    const members = new Map([...Object.entries(right), ...changes]);
    return Object.fromEntries([...members].filter(([, value]) => value !== undefined));
  });
}

/** A value that is nested so deep that what goes down into it by calls runs out of stack. */
function deepJson(open: string, close: string, levels = 100_000): string {
  return open.repeat(levels) + "1" + close.repeat(levels);
}

/** Deep values by their outermost type, as JSON. */
export const deepValues = Object.entries({
  "arrays in arrays": deepJson("[", "]"),
  "objects in objects": deepJson('{"a":', "}"),
  "objects of prototype names": deepJson('{"__proto__":', "}"),
  "arrays in arrays, few enough for gRPC": deepJson("[", "]", 100),
  "objects in objects, few enough for gRPC": deepJson('{"a":', "}", 100),
});

/**
 * What must not reach a terminal as it is: control characters but for line breaks, what changes the direction of
 * writing, and halves of characters.
 */
const raw = /[^\P{Cc}\n]|[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]|\p{Cs}/u;

/** Asserts that a text can be shown at a terminal. */
export function expectShowable(text: string): void {
  const at = raw.exec(text)?.index;
  const around = at === undefined ? "" : text.slice(Math.max(0, at - 60), at + 20);
  expect(JSON.stringify(around), "a character that a terminal acts on").toBe('""');
}

/** Asserts that a message can be shown, is bounded, and is about the matter and not about JavaScript. */
export function expectMessage(text: string): void {
  expectShowable(text);
  expect(text.length).toBeLessThan(25_000);
  expect(text).toMatch(/\S+ \S+ \S+/u);
  expect(text).not.toMatch(/Cannot read properties|is not a function|call stack|\[object /u);
}

/** Asserts that something is one of this package's errors, and names what a person can act on. */
export function expectActionable(error: unknown): void {
  if (!(error instanceof AppListError)) throw new Error(`Not an AppListError: ${inspect(error)}`, { cause: error });
  expectMessage(error.message);
}

/** Runs what must either succeed or fail with an error that a person can act on. */
export async function survives<Result>(run: () => Result | Promise<Result>): Promise<Result | undefined> {
  try {
    return await run();
  } catch (error) {
    expectActionable(error);
    return undefined;
  }
}
