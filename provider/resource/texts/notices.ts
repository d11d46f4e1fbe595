import { nameList } from "../../list/summary";
import type { ListEvent } from "../events";
import type { Notice } from "../notice";
import { printFact } from "./facts";
import type { Naming } from "./naming";
import { printPlan } from "./plans";

/** The notice about an event. */
export function noticeOf(event: ListEvent, names: Naming): Notice {
  const { appListId, name } = event.list;
  const { severity, message } = describe(event, names);
  return { severity, subject: nameList(appListId, name), message, event };
}

function describe(event: ListEvent, names: Naming): Pick<Notice, "severity" | "message"> {
  if (event.code === "planned") return { severity: "info", message: printPlan(event.plan, names) };
  const { severity, message } = printFact(event.code, names.entries(event.entries), event.detail);
  return { severity, message: message + (event.isUnseen ? " Not verified." : "") };
}
