import fc from "fast-check";
import type { Behavior, Shown, SimulatedList } from "../../../provider/simulator/index";
import { hidingWebsites, omittingEmptyKinds, showing, withoutWebsites } from "../../harness/shows";
import type { Operation } from "../deployment";
import { byKinds, type Bits } from "../oracle/bits";
import { appListIds, mostly, someEntries } from "./program";

type Observe = "probe" | "read" | "off";

/** The API of one history. */
export interface Api {
  readonly behavior: Partial<Behavior>;
  /** The unmanaged entries that each list has at first. */
  readonly initial: readonly Bits[];
  /** The setting app-list:observe of each stack. */
  readonly observe: readonly [Observe, Observe];
}

/** The path of a read endpoint. */
const readPath = "/v1/app_list/{id}";

const shows: readonly Behavior["shows"][] = [
  ...[hidingWebsites, withoutWebsites, omittingEmptyKinds].map((each) => each.shows),
  ...(["omitted", "null"] as const).map((others) => showing({ kinds: "requested", others }).shows),
  showing({ omitsEmpty: true, others: "null" }).shows,
  { add: { kinds: ["appBundles"] }, remove: { kinds: ["placementIds"] } },
];

const statuses: readonly Behavior["statuses"][] = [
  { present: 409, absent: 410, refused: 409 },
  { present: 400, absent: 409, refused: 410 },
  { present: 409, absent: 404, refused: 422 },
];

const observe = mostly<Observe>(6, "probe", "read", "off");

/** Any API, with the semantics that its description leaves open. */
export const anyApi: fc.Arbitrary<Api> = fc.record({
  behavior: fc.record({
    addPresent: mostly(3, "ignore", "error"),
    removeAbsent: mostly(3, "ignore", "error"),
    reservedNames: mostly(3, "allow", "refuse"),
    statuses: mostly<Behavior["statuses"]>(3, {}, ...statuses),
    refusalEffect: mostly(3, "none", "others"),
    shows: mostly(3, {}, ...shows),
    maxEntriesPerRequest: fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined, freq: 3 }),
    read: mostly<string | undefined>(3, undefined, readPath),
  }),
  initial: fc.tuple(...appListIds.map(() => someEntries)),
  observe: fc.tuple(observe, observe),
});

/** The settings of a stack, besides its login. */
export function settingsOf(observe: Observe): Readonly<Record<string, string>> {
  return { observe, ...(observe === "read" && { readPath }) };
}

/** The lists, for the simulator. */
export function listsOf({ initial }: Api): readonly SimulatedList[] {
  return appListIds.map((id, index) => ({ id, name: `list ${id}`, ...byKinds(initial[index] ?? 0) }));
}

/** What an API shows of lists. */
type Openness = Partial<Omit<Behavior, "shows">> & {
  readonly shows?: Readonly<Partial<Record<string, Shown>>>;
  /** Whether it accepts the probe. Default: if it also accepts a sentinel. */
  readonly acceptsProbe?: boolean;
};

/** Whether an API shows a list with all of its kinds to an operation: a sentinel only to a change. */
export function isOpen(
  { shows = {}, removeAbsent = "ignore", reservedNames = "allow", read, acceptsProbe }: Openness,
  observe: Observe = "probe",
): (operation: Operation) => boolean {
  const isShown = Object.values(shows).every((shown) => shown?.kinds === undefined && shown?.omitsEmpty !== true);
  const isReadable = observe === "read" && read !== undefined;
  const takesSentinel = reservedNames === "allow";
  const takesProbe = removeAbsent === "ignore" && (acceptsProbe ?? takesSentinel);
  return ({ what }) => {
    // Without the endpoint, a refresh does not send a probe in its place.
    const isProbed = observe === "probe" || (observe === "read" && what !== "read");
    return isShown && (isReadable || (isProbed && (takesProbe || (takesSentinel && what === "change"))));
  };
}
