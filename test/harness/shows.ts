import type { Behavior, Shown } from "../../provider/simulator/index";

/** The behavior of an API whose responses all show the same of a list, whatever was requested. */
export function showing(shown: Shown): Pick<Behavior, "shows"> {
  return { shows: { read: shown, add: shown, remove: shown } };
}

export const hidingWebsites = showing({ kinds: ["appBundles", "placementIds"] });

export const omittingEmptyKinds = showing({ omitsEmpty: true });
