/** What is killed, and how. */
const kills = [
  /** SIGKILL of `pulumi` and of every process that it has started. */
  "everything",
  /** SIGKILL of `pulumi` alone: the processes that it has started continue. */
  "the engine",
  /** SIGKILL of the process in which the provider runs. */
  "the provider",
  /** One Ctrl-C. */
  "Ctrl-C",
  /** A second Ctrl-C as soon as Pulumi has printed its answer to the first. */
  "Ctrl-C twice",
] as const;

/** One way of killing. */
export type KillKind = (typeof kills)[number];

/** The requests of each operation, in their order, and the commands of a person after its kill. */
const operations = {
  create: { requests: ["token", "probe", "add"], recoveries: ["up", "up --refresh"] },
  update: { requests: ["token", "probe", "add", "remove"], recoveries: ["up", "up --refresh"] },
  destroy: { requests: ["token", "probe", "remove"], recoveries: ["destroy", "up --refresh"] },
} as const;

/** One kill: of what, when, and the command after it. */
export interface Moment {
  readonly kill: KillKind;
  readonly operation: keyof typeof operations;
  /** The request during which it is killed, from 1. */
  readonly nth: number;
  /** Whether it is killed before the effect of the request, or after. */
  readonly effect: "before" | "after";
  /** The command after the kill, and after the `pulumi cancel` that a killed engine needs. */
  readonly recovery: "up" | "up --refresh" | "destroy";
}

/** Every kill at every request of every operation, before and after its effect, with every recovery. */
export const moments: readonly Moment[] = kills.flatMap((kill) =>
  (["create", "update", "destroy"] as const).flatMap((operation) =>
    operations[operation].requests.flatMap((_, index) =>
      (["before", "after"] as const).flatMap((effect) =>
        operations[operation].recoveries.map((recovery) => ({ kill, operation, nth: index + 1, effect, recovery })),
      ),
    ),
  ),
);

/** A moment in words: `everything, after the add of a create took effect, then up`. */
export function describeMoment({ kill, operation, nth, effect, recovery }: Moment): string {
  const request = operations[operation].requests[nth - 1] ?? `request ${nth}`;
  return `${kill}, ${effect} the ${request} of ${operation === "update" ? "an" : "a"} ${operation} took effect, then ${recovery}`;
}
