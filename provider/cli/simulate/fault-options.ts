import { z } from "zod";
import type { Fault } from "../../simulator/fault";
import { OptionsError } from "../settings/parse-options";

/** How a fault is written in `--fault`. */
export const faultSyntax = "<action>[@<list>][#<nth>]:<before|after>:<reset|hang|cut|drip|status>";

const written = /^(token|campaigns|add|remove|read|other|any)(?:@(\d{1,15}))?(?:#(\d{1,9}))?:(before|after):(.+)$/u;

const faultSchema = z.strictObject({
  on: z.strictObject({
    action: z.enum(["token", "campaigns", "add", "remove", "read", "other"]).exactOptional(),
    nth: z.int().positive().exactOptional(),
    appListId: z.int().nonnegative().exactOptional(),
  }),
  effect: z.enum(["before", "after"]),
  answer: z.discriminatedUnion("kind", [
    z.strictObject({
      kind: z.literal("status"),
      status: z.int().min(200).max(599),
      headers: z.record(z.string().regex(/^[\w-]+$/u), z.string().regex(/^[\t\x20-\x7e]*$/u)).exactOptional(),
      body: z.string().exactOptional(),
    }),
    z.strictObject({ kind: z.literal("echo"), status: z.int().min(200).max(599) }),
    z.strictObject({ kind: z.literal("reset") }),
    z.strictObject({ kind: z.literal("hang") }),
    z.strictObject({ kind: z.literal("cut") }),
    z.strictObject({ kind: z.literal("drip"), pause: z.int().nonnegative().max(60_000).exactOptional() }),
    z.strictObject({
      kind: z.literal("flood"),
      bytes: z.int().nonnegative(),
      encoding: z.literal("gzip").exactOptional(),
    }),
  ]),
});

/** The faults of a JSON file: an array of them, as `startSimulator` takes them. */
export const faultsSchema: z.ZodType<readonly Fault[]> = z.array(faultSchema).max(1000);

/**
 * Reads the values of `--fault`.
 *
 * @throws {OptionsError} naming every one that is not written as {@link faultSyntax} says.
 */
export function parseFaults(given: readonly string[]): readonly Fault[] {
  const faults = given.map(parseFault);
  const wrong = given.filter((_, index) => faults[index] === undefined);
  if (wrong.length > 0) {
    throw new OptionsError(wrong.map((one) => `--fault ${JSON.stringify(one)} is not of the form ${faultSyntax}`));
  }
  return faults.filter((fault) => fault !== undefined);
}

function parseFault(text: string): Fault | undefined {
  const [, action, appListId, nth, effect, answer = ""] = written.exec(text) ?? [];
  return faultSchema.safeParse({
    on: {
      ...(action === "any" ? {} : { action }),
      ...(appListId === undefined ? {} : { appListId: Number(appListId) }),
      ...(nth === undefined ? {} : { nth: Number(nth) }),
    },
    effect,
    answer: /^\d{3}$/u.test(answer) ? { kind: "status", status: Number(answer) } : { kind: answer },
  }).data;
}
