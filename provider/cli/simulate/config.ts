import { readFileSync } from "node:fs";
import * as z from "zod";
import { AppListError } from "../../common/error";
import { printable } from "../../common/printable";
import { quote } from "../../common/quote";
import type { SimulatorOptions } from "../../simulator/index";

export class SimulatorNotStartedError extends AppListError {
  readonly code = "SIMULATOR_NOT_STARTED";
}

const positive = z.int().positive();
const status = z.int().min(200).max(599);
const seconds = z.number().nonnegative().max(86_400);
const entrySet = z.array(z.string()).transform((entries) => new Set(entries));

const campaignBehaviour = z.strictObject({
  wrapping: z.enum(["array", "data", "campaigns"]),
  maxPerPage: positive,
  firstPage: z.union([z.literal(0), z.literal(1)]).optional(),
  total: positive.optional(),
  shown: z.int().nonnegative().optional(),
  otherPages: z.enum(["empty", "nearest", "notFound"]).optional(),
});

const behaviour = z.strictObject({
  addPresent: z.enum(["ignore", "duplicate", "error"]),
  removeAbsent: z.enum(["ignore", "error", "notFound", "listNotFound"]),
  removedCopies: z.enum(["all", "first"]),
  silentlyDropped: entrySet,
  silentlyKept: entrySet,
  refused: entrySet,
  removalRefused: entrySet,
  reservedNames: z.enum(["allow", "refuse"]),
  letterCase: z.enum(["keep", "lower"]),
  order: z.enum(["append", "sorted", "reversed"]),
  emptyList: z.enum(["allow", "refuse"]),
  maxEntriesPerRequest: positive,
  maxEntriesPerList: positive,
  websites: z.enum(["shown", "hidden", "null"]),
  read: z.string().regex(/^\/[^\s{}]*\{id\}[^\s{}]*$/u, { error: 'must begin with "/" and contain {id} once' }),
  tokenLifetimeSeconds: positive,
  campaigns: campaignBehaviour,
});

const fault = z.strictObject({
  on: z.strictObject({
    action: z.enum(["token", "campaigns", "add", "remove", "read", "other"]).optional(),
    nth: positive.optional(),
    appListId: z.int().nonnegative().optional(),
    path: z.string().startsWith("/").optional(),
  }),
  effect: z.enum(["before", "after"]),
  answer: z.discriminatedUnion("kind", [
    z.strictObject({
      kind: z.literal("status"),
      status,
      headers: z.record(z.string().regex(/^[\w-]+$/u), z.string().regex(/^[\t\x20-\x7e]*$/u)).optional(),
      body: z.string().optional(),
    }),
    z.strictObject({ kind: z.literal("echo"), status }),
    z.strictObject({ kind: z.literal("slow"), seconds, gatewaySeconds: seconds.optional() }),
    z.strictObject({ kind: z.enum(["reset", "hang", "cut"]) }),
    z.strictObject({ kind: z.literal("drip"), pause: z.int().nonnegative().max(60_000).optional() }),
    z.strictObject({ kind: z.literal("flood"), bytes: z.int().nonnegative(), encoding: z.literal("gzip").optional() }),
  ]),
});

const login = { username: z.string(), password: z.string() };
const account = z.union([
  z.strictObject({ ...login, apiKey: z.string(), apiSecret: z.string() }),
  z.strictObject({ ...login, basicCredential: z.string() }),
]);

/** The members of {@link SimulatorOptions} that a JSON file can have, with arrays in place of sets. */
const configSchema: z.ZodType<Pick<SimulatorOptions, "accounts" | "behaviour" | "campaigns" | "faults">> =
  z.strictObject({
    accounts: z.array(account).min(1).max(1000).optional(),
    behaviour: behaviour.partial().optional(),
    campaigns: z.array(z.record(z.string(), z.unknown())).max(1_000_000).optional(),
    faults: z.array(fault).max(1000).optional(),
  });

/**
 * Reads the file of `--config`.
 *
 * @throws {SimulatorNotStartedError} if the file cannot be read, or naming the members that are wrong.
 */
export function readConfig(path: string): z.infer<typeof configSchema> {
  try {
    return configSchema.parse(JSON.parse(readFileSync(path, "utf8")));
  } catch (cause) {
    if (!(cause instanceof Error)) throw cause;
    const problem = cause instanceof z.ZodError ? cause.issues.map(describeIssue).join("; ") : printable(cause.message);
    throw new SimulatorNotStartedError(
      `The configuration ${quote(path)} cannot be used: ${problem}. The simulator was not started. Fix the file.`,
      { cause },
    );
  }
}

function describeIssue({ path, message }: z.core.$ZodIssue): string {
  return path.length === 0 ? printable(message) : `${quote(path.join("."))}: ${printable(message)}`;
}
