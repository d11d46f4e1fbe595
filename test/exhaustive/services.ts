import type { Behavior, Shown } from "../../provider/simulator/index";
import type { Operation } from "../laws/deployment";
import { forms, type Service } from "../laws/memory";
import { isOpen as isOpenTo } from "../laws/model/api";

/** The members of a behavior that refuse what is present or absent, unless the status is 200. */
export function refusing(present: number, absent: number): Pick<Behavior, "addPresent" | "removeAbsent"> {
  return { addPresent: present === 200 ? "ignore" : "error", removeAbsent: absent === 200 ? "ignore" : "error" };
}

function service(shown: Shown, more: Partial<Service> = {}): Service {
  return { observe: "probe", behavior: {}, shows: () => shown, ...more };
}

const bundlesOnly: Shown = { kinds: ["appBundles"] };

/** The services on which all histories are run. */
export const services: Readonly<Record<string, Service>> = {
  usual: service({}),
  "shows websites in reads only": service(
    {},
    { observe: "read", shows: (form) => (form === "read" ? {} : bundlesOnly) },
  ),
  "never shows websites": service(bundlesOnly),
  "leaves out empty kinds": service({ omitsEmpty: true }),
  "shows the kinds of the request": service({ kinds: "requested" }),
  "websites are always null": service({ ...bundlesOnly, others: "null" }),
  "other kinds than those of the request are null": service({ kinds: "requested", others: "null" }),
  "empty kinds are null": service({ omitsEmpty: true, others: "null" }),
  "refuses what is there or absent": service(
    {},
    { behavior: { ...refusing(409, 404), statuses: { present: 409, absent: 404 }, refusalEffect: "others" } },
  ),
  "refuses to be read": service({}, { behavior: { removeAbsent: "error", reservedNames: "refuse" } }),
  "is not read": service({ kinds: [] }, { observe: "off" }),
};

/** Whether a service shows a list with all of its kinds to an operation. */
export function isOpen({ observe, shows, behavior }: Service): (operation: Operation) => boolean {
  const shown = Object.fromEntries(forms.map((form) => [form, shows(form)]));
  return isOpenTo({ ...behavior, shows: shown, read: "/lists/{id}", acceptsProbe: true }, observe);
}
