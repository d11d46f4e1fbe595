import type { HttpExchange } from "../../provider/api/http";
import { kinds, namesOf, type Bits } from "../laws/oracle/bits";
import type { Exchanged } from "../laws/oracle/laws";

/** The forms of responses. */
export type Form = "probe" | "read" | "sentinel" | "add" | "remove";

/** Which kinds a response shows: certain ones, those that the request names, those that have entries, or none. */
export type Shape = "all" | "appBundles" | "websites" | "requested" | "filled" | "none";

/** What responses of each form show. */
export function showing(shape: (form: Form) => Shape): Readonly<Record<Form, Shape>> {
  return {
    probe: shape("probe"),
    read: shape("read"),
    sentinel: shape("sentinel"),
    add: shape("add"),
    remove: shape("remove"),
  };
}

/** What the API's description leaves open. */
export interface Service {
  readonly observe: "probe" | "read" | "off";
  readonly shows: Readonly<Record<Form, Shape>>;
  /** The member of a kind that a response does not show, whether the list has entries of it or not. */
  readonly hides: "absent" | "null";
  /** The status for an entry to add that is present, and for one to remove that is absent. 200: it is accepted. */
  readonly present: number;
  readonly absent: number;
  /** The status for a sentinel. */
  readonly reserved: number;
  /** The most entries of a request, and the status of a larger one. */
  readonly most: number;
  readonly tooMany: number;
  /** Whether a refused request takes effect for its other entries. */
  readonly isPartial: boolean;
}

/** What can happen at a request. The effects of lost ones differ, of those with a status only that of the one "in part". */
type What =
  | `${"lost" | "killed"} ${"before" | "after"}`
  | ("lost, late" | "canceled" | "canceled, lost" | "next resource" | "stale" | "lagging" | "edit")
  | (`${400 | 404 | 409 | 422 | 500}` | "422 in part" | keyof typeof hiding);

export interface Trouble {
  readonly what: What;
  /** The number of the request, from 1; or all requests. */
  readonly at: number | "all";
  /** The entries that somebody adds or removes just before it. */
  readonly edited?: Bits;
}

export interface Request extends Pick<Exchanged, "action" | "named" | "reserved" | "operation" | "declared"> {
  readonly form: Form;
}

/** A service and its list before a command, and what happens during it. */
export interface Start {
  readonly service: Service;
  readonly list: Bits;
  readonly sentinels?: readonly string[] | undefined;
  readonly trouble?: Trouble | undefined;
}

/** A list of the API during one command. */
export interface World extends Pick<Start, "service" | "trouble"> {
  list: Bits;
  sentinels: readonly string[];
  readonly requests: Exchanged[];
  readonly cancel: () => void;
  readonly kill: () => void;
  readonly showNext: () => void;
}

export function worldOf(
  { service, list, sentinels = [], trouble }: Start,
  controls: Pick<World, "cancel" | "kill" | "showNext">,
): World {
  return { service, trouble, list, sentinels, requests: [], ...controls };
}

/** The effects of requests that take place after the next one. */
const late = new WeakMap<World, () => void>();

/** Answers a request. */
export function respond(world: World, request: Request): HttpExchange | "killed" {
  const { trouble } = world;
  const isTroubled = trouble?.at === "all" || trouble?.at === world.requests.length + 1;
  const what = isTroubled ? trouble.what : undefined;
  const finish = late.get(world);
  late.delete(world);
  if (what === "edit") world.list ^= trouble?.edited ?? 0;
  if (what === "canceled" || what === "canceled, lost") world.cancel();
  const before = world.list;
  const natural = statusOf(world, request);
  const [status, effect] = outcomeOf(what ?? "nothing", natural);
  const take = (): void => applyTo(world, request, natural, effect === "in part");
  if (effect === "late") late.set(world, take);
  else if (effect !== "none") take();
  finish?.();
  const list = what === "stale" ? before : what === "lagging" ? 0 : world.list;
  const { body, shown } = print(world, request, list, what);
  const isDone = status === 200;
  const outcome = isDone ? "done" : status === 0 || status >= 500 ? "unknown" : "refused";
  const visible = isDone ? shown : 0;
  const listed = list & visible;
  const after = { after: world.list, sentinels: world.sentinels };
  world.requests.push({ ...request, ...after, outcome, shown: visible, listed });
  if (what === "next resource") world.showNext();
  if (what === "killed before" || what === "killed after") {
    world.kill();
    return "killed";
  }
  if (status === 0) return { outcome: "noResponse", sent: true, reason: "connection reset" };
  return { outcome: "response", status, body: isDone ? body : '{"error":"refused"}' };
}

/** The status of a request to which nothing happens. */
function statusOf({ service, list, sentinels }: World, { action, named, reserved }: Request): number {
  if (action === "read") return 200;
  if (namesOf(named).length > service.most) return service.tooMany;
  if (action === "add") return reserved.length > 0 ? service.reserved : (named & list) === 0 ? 200 : service.present;
  const isAbsent = (named & ~list) !== 0 || reserved.some((name) => !sentinels.includes(name));
  return isAbsent ? service.absent : 200;
}

function outcomeOf(what: string, natural: number): readonly [status: number, effect: string] {
  switch (what) {
    case "lost before":
    case "killed before":
      return [0, "none"];
    case "lost after":
    case "killed after":
    case "canceled, lost":
      return [0, "natural"];
    case "lost, late":
      return [0, "late"];
    case "422 in part":
      return [422, "in part"];
    case "400":
    case "404":
    case "409":
    case "422":
    case "500":
      return [Number(what), "none"];
    default:
      return [natural, "natural"];
  }
}

/** Lets a request take effect: one that is refused for those entries at most that are no reason for it. */
function applyTo(world: World, { action, named, reserved }: Request, status: number, isFirstAlone: boolean): void {
  const { service, list } = world;
  const possible = action === "add" ? named & ~list : named & list;
  const taken = isFirstAlone ? possible & -possible : status === 200 || service.isPartial ? possible : 0;
  if (action === "add") {
    world.list |= taken;
    if (status === 200 && !isFirstAlone) world.sentinels = [...world.sentinels, ...reserved];
  } else if (action === "remove") {
    world.list &= ~taken;
    if (status === 200 && !isFirstAlone) world.sentinels = world.sentinels.filter((name) => !reserved.includes(name));
  }
}

/** The kinds that a trouble takes out of a response, and how. */
const hiding = {
  "without entries": [["appBundles", "websites"], "absent"],
  "without app bundles": [["appBundles"], "absent"],
  "without websites": [["websites"], "absent"],
  null: [["appBundles", "websites"], "null"],
  "app bundles null": [["appBundles"], "null"],
  "websites null": [["websites"], "null"],
} as const satisfies Readonly<Record<string, readonly [hidden: readonly string[], how: Service["hides"]]>>;

const hidingBy = new Map<string | undefined, (typeof hiding)[keyof typeof hiding]>(Object.entries(hiding));

/** The app list object of a response, and all entries of the kinds that it shows. */
function print({ service, sentinels }: World, request: Request, list: Bits, what: What | undefined) {
  const { form, action, named, reserved } = request;
  const shape = what === "lagging" ? "all" : service.shows[form];
  const [hidden, how]: readonly [readonly string[], string] = hidingBy.get(what) ?? [[], service.hides];
  const body: Record<string, string | number | null> = { id: 1, name: "brand-safety" };
  let shown = 0;
  for (const { argument, member, bits } of kinds) {
    const all = [...namesOf(list & bits), ...(argument === "appBundles" ? sentinels : [])];
    const isNamed = (named & bits) !== 0 || (argument === "appBundles" && reserved.length > 0);
    const isRequested = shape === "requested" && (isNamed || action === "read");
    const isHidden = hidden.includes(argument);
    const isShown = shape === "all" || shape === argument || isRequested || (shape === "filled" && all.length > 0);
    if (isShown && !isHidden) {
      body[member] = all.join(",");
      shown |= bits;
    } else if (how === "null") body[member] = null;
  }
  return { body: JSON.stringify(body), shown };
}
