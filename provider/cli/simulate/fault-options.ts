import * as z from "zod";
import type { Fault } from "../../simulator/fault";
import { parseEach } from "../options";

/** The form of `--fault`. */
export const faultSyntax = "<action>[@<list>][#<nth>]:<before|after>:<reset|hang|cut|drip|slow=seconds|status>";

const faultPattern =
  /^(token|campaigns|add|remove|read|other|any)(?:@(\d{1,15}))?(?:#(\d{1,9}))?:(before|after):(.+)$/u;

const faultSchema = z.strictObject({
  on: z.strictObject({
    action: z.enum(["token", "campaigns", "add", "remove", "read", "other"]).optional(),
    nth: z.int().positive().optional(),
    appListId: z.int().nonnegative().optional(),
    path: z.string().startsWith("/").optional(),
  }),
  effect: z.enum(["before", "after"]),
  answer: z.discriminatedUnion("kind", [
    z.strictObject({
      kind: z.literal("status"),
      status: z.int().min(200).max(599),
      headers: z.record(z.string().regex(/^[\w-]+$/u), z.string().regex(/^[\t\x20-\x7e]*$/u)).optional(),
      body: z.string().optional(),
    }),
    z.strictObject({ kind: z.literal("echo"), status: z.int().min(200).max(599) }),
    z.strictObject({ kind: z.literal("slow"), seconds: z.number().nonnegative().max(86_400) }),
    z.strictObject({ kind: z.enum(["reset", "hang", "cut"]) }),
    z.strictObject({ kind: z.literal("drip"), pause: z.int().nonnegative().max(60_000).optional() }),
    z.strictObject({ kind: z.literal("flood"), bytes: z.int().nonnegative(), encoding: z.literal("gzip").optional() }),
  ]),
});

/** The faults of a JSON file, in the form of `startSimulator`. */
export const faultsSchema: z.ZodType<readonly Fault[]> = z.array(faultSchema).max(1000);

/** Parses the values of `--fault`. */
export function parseFaults(given: readonly string[]): readonly Fault[] {
  return parseEach("--fault", faultSyntax, given, parseFault);
}

function parseFault(text: string): Fault | undefined {
  const [, action, appListId, nth, effect, answer = ""] = faultPattern.exec(text) ?? [];
  const on = { action: action === "any" ? undefined : action, appListId: numberIn(appListId), nth: numberIn(nth) };
  return faultSchema.safeParse({ on, effect, answer: parseAnswer(answer) }).data;
}

function numberIn(digits: string | undefined): number | undefined {
  return digits === undefined ? undefined : Number(digits);
}

function parseAnswer(text: string): unknown {
  const [, seconds] = /^slow=(\d+)$/u.exec(text) ?? [];
  if (seconds !== undefined) return { kind: "slow", seconds: Number(seconds) };
  return /^\d{3}$/u.test(text) ? { kind: "status", status: Number(text) } : { kind: text };
}
