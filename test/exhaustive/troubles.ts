import type { Twist } from "../laws/api";
import type { CommandOptions } from "../laws/engine";
import type { engineInMemory } from "../laws/memory";
import type { Bits } from "../laws/oracle/bits";

/** What happens at a request, of the process or of the API. */
interface Happening extends Omit<Twist, "at"> {
  readonly isCanceled?: boolean;
  readonly isKilled?: boolean;
}

const all = ["appBundles", "websites"] as const;

const happenings = {
  "lost before": { effect: "before", status: 0 },
  "lost after": { status: 0 },
  "lost, late": { effect: "late", status: 0 },
  "killed before": { effect: "before", isKilled: true },
  "killed after": { effect: "after", isKilled: true },
  canceled: { isCanceled: true },
  "canceled, lost": { isCanceled: true, status: 0 },
  "400": { effect: "before", status: 400 },
  "404": { effect: "before", status: 404 },
  "409": { effect: "before", status: 409 },
  "422": { effect: "before", status: 422 },
  "500": { effect: "before", status: 500 },
  "422 in part": { effect: "in part", status: 422 },
  stale: { shows: "stale" },
  lagging: { shows: "lagging" },
  "without entries": { hidden: all },
  "without app bundles": { hidden: ["appBundles"] },
  "without websites": { hidden: ["websites"] },
  null: { hidden: all, isNull: true },
  "app bundles null": { hidden: ["appBundles"], isNull: true },
  "websites null": { hidden: ["websites"], isNull: true },
  "next resource": { isSlow: true },
  edit: {},
} as const satisfies Readonly<Record<string, Happening>>;

/** One thing that happens to a command. */
export interface Trouble {
  readonly what: keyof typeof happenings;
  /** The number of the request, from 1; or all requests. */
  readonly at: number | "all";
  /** The entries that somebody adds or removes just before it. */
  readonly edited?: Bits;
}

/** The options with which the engine makes it happen to a command. */
export function optionsOf(trouble: Trouble | undefined, { api }: ReturnType<typeof engineInMemory>): CommandOptions {
  if (trouble === undefined) return {};
  const { what, at, edited = 0 } = trouble;
  const { isKilled, isCanceled, isSlow = false, ...twist }: Happening = happenings[what];
  const request = at === "all" ? 1 : at;
  const edit = (nth: number): void => {
    if (at === "all" || at === nth) api.held = { ...api.held, list: api.held.list ^ edited };
  };
  edit(1);
  const next = Promise.withResolvers<void>();
  return {
    ...(isKilled === true && { kill: { request, effect: twist.effect === "before" ? "before" : "after" } }),
    ...(isCanceled === true && { cancel: { request } }),
    twists: [{ ...twist, isSlow, at: isSlow ? "all" : at }],
    onRequest: (nth) => {
      edit(nth + 1);
      if (isSlow && nth === request) next.resolve();
    },
    ...(isSlow && { showsNext: next.promise }),
  };
}
