/** What is killed, and how. */
const kills = [
  /** SIGKILL of `pulumi` and of every process that it has started. */
  "everything",
  /** SIGKILL of `pulumi` alone: what it has started goes on. */
  "the engine",
  /** SIGKILL of the process in which the provider runs. */
  "the provider",
  /** One Ctrl-C. */
  "Ctrl-C",
  /** A second Ctrl-C as soon as Pulumi has taken note of the first. */
  "Ctrl-C twice",
] as const;

/** One way of killing. */
export type KillKind = (typeof kills)[number];

/** The requests of each operation, in their order. */
const requestsOf = {
  create: ["token", "probe", "add"],
  update: ["token", "probe", "add", "remove"],
  destroy: ["token", "probe", "remove"],
} as const;

/** The operation that is killed. */
export type Operation = keyof typeof requestsOf;

/** The command after the kill, and after the `pulumi cancel` that a killed engine needs. */
type Recovery = "up" | "up --refresh" | "destroy";

/** One kill: of what, when, and what is run then. */
export interface Moment {
  readonly kill: KillKind;
  readonly operation: Operation;
  /** 1 for the operation's first request. */
  readonly nth: number;
  /** "before": the service has not carried the request out; "after": it has, and the answer is not sent. */
  readonly effect: "before" | "after";
  readonly recovery: Recovery;
}

/** What a person does next: the same again; or, where the resource was to go, keep it. */
const recoveries: Readonly<Record<Operation, readonly Recovery[]>> = {
  create: ["up", "up --refresh"],
  update: ["up", "up --refresh"],
  destroy: ["destroy", "up --refresh"],
};

/** Every kill at every request of every operation, before and after its effect, with every way to go on. */
export const moments: readonly Moment[] = kills.flatMap((kill) =>
  operations().flatMap((operation) =>
    requestsOf[operation].flatMap((_, index) =>
      (["before", "after"] as const).flatMap((effect) =>
        recoveries[operation].map((recovery) => ({ kill, operation, nth: index + 1, effect, recovery })),
      ),
    ),
  ),
);

/** A moment in words: `everything, after the add of a create took effect, then up`. */
export function describeMoment({ kill, operation, nth, effect, recovery }: Moment): string {
  const request = requestsOf[operation][nth - 1] ?? `request ${nth}`;
  return `${kill}, ${effect} the ${request} of ${operation === "update" ? "an" : "a"} ${operation} took effect, then ${recovery}`;
}

function operations(): readonly Operation[] {
  return ["create", "update", "destroy"];
}
