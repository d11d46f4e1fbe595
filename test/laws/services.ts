import type { Behavior } from "../../provider/simulator/index";
import { omittingEmptyKinds, showing } from "../harness/shows";
import type { Operation } from "./deployment";

export type Observe = "probe" | "read" | "off";

/** What the description of the API leaves open, and how a stack reads a list. Default: by probes. */
export type Service = Partial<Behavior> & { readonly observe?: Observe };

/** The path of a read endpoint. */
export const readPath = "/v1/app_list/{id}";

const bundlesOnly = { kinds: ["appBundles"] } as const;

/** The APIs with which all histories are run. */
export const services: Readonly<Record<string, Service>> = {
  usual: {},
  "shows websites in reads only": { observe: "read", read: readPath, shows: { add: bundlesOnly, remove: bundlesOnly } },
  "never shows websites": showing(bundlesOnly),
  "leaves out empty kinds": omittingEmptyKinds,
  "shows the kinds of the request": showing({ kinds: "requested" }),
  "websites are always null": showing({ ...bundlesOnly, others: "null" }),
  "other kinds than those of the request are null": showing({ kinds: "requested", others: "null" }),
  "empty kinds are null": showing({ omitsEmpty: true, others: "null" }),
  "refuses what is there or absent": {
    addPresent: "error",
    removeAbsent: "error",
    statuses: { present: 409, absent: 404 },
    refusalEffect: "others",
  },
  "refuses to be read": { removeAbsent: "error", reservedNames: "refuse" },
  "is not read": { observe: "off", ...showing({ kinds: [] }) },
};

/** Whether an API shows a list with all of its kinds to an operation: a sentinel only to a change. */
export function isOpen({
  shows = {},
  removeAbsent = "ignore",
  reservedNames = "allow",
  read,
  observe = "probe",
}: Service): (operation: Operation) => boolean {
  const isShown = Object.values(shows).every(({ kinds, omitsEmpty }) => kinds === undefined && omitsEmpty !== true);
  const isReadable = observe === "read" && read !== undefined;
  const takesSentinel = reservedNames === "allow";
  const takesProbe = removeAbsent === "ignore" && takesSentinel;
  return ({ what }) => {
    // Without the endpoint, a refresh does not send a probe in its place.
    const isProbed = observe === "probe" || (observe === "read" && what !== "read");
    return isShown && (isReadable || (isProbed && (takesProbe || (takesSentinel && what === "change"))));
  };
}
