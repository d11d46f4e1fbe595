import type { Operation } from "../laws/deployment";
import { showing, type Service, type Shape } from "./service";

function service(
  shape: Shape,
  more: Partial<Omit<Service, "shows">> & { readonly shows?: Partial<Service["shows"]> } = {},
): Service {
  const shows = { ...showing(() => shape), ...more.shows };
  return {
    observe: "probe",
    present: 200,
    absent: 200,
    reserved: 200,
    most: 9,
    tooMany: 413,
    isPartial: false,
    hides: "absent",
    ...more,
    shows,
  };
}

/** The services on which all histories are run. */
export const services: Readonly<Record<string, Service>> = {
  usual: service("all"),
  "shows websites in reads only": service("appBundles", { observe: "read", shows: { read: "all" } }),
  "never shows websites": service("appBundles"),
  "leaves out empty kinds": service("filled"),
  "shows the kinds of the request": service("requested"),
  "websites are always null": service("appBundles", { hides: "null" }),
  "other kinds than those of the request are null": service("requested", { hides: "null" }),
  "empty kinds are null": service("filled", { hides: "null" }),
  "refuses what is there or absent": service("all", { present: 409, absent: 404, isPartial: true }),
  "refuses to be read": service("all", { absent: 422, reserved: 422 }),
  "is not read": service("none", { observe: "off" }),
};

/** Whether a service shows a list with all of its kinds to an operation: a sentinel only to a change. */
export function isOpen({ observe, shows, absent, reserved }: Service): (operation: Operation) => boolean {
  const isShown = Object.values(shows).every((shape) => shape === "all");
  const byProbe = observe === "probe" && absent === 200;
  const bySentinel = observe === "probe" && reserved === 200;
  return ({ what }) => isShown && (observe === "read" || byProbe || (bySentinel && what === "change"));
}
