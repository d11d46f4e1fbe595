import { formatCount, formatPart } from "../../common/format";
import { count, isEmpty, union } from "../../list/entries";
import { kindName, kinds } from "../../list/kinds";
import { nameList, printEffects } from "../../list/summary";
import { removedEntries } from "../../list/update";
import type { ChangePlan, ListEvent } from "../events";
import type { Notice } from "../notice";
import { printFact } from "./facts";
import type { Naming } from "./naming";

/** The notice about an event. */
export function noticeOf(event: ListEvent, names: Naming): Notice {
  const { appListId, name } = event.list;
  const subject = nameList(appListId, name);
  if (event.code === "planned") return { severity: "info", subject, message: printPlan(event.plan, names), event };
  const { severity, message } = printFact(event.code, names.entries(event.entries), event.detail);
  return { severity, subject, message: message + (event.isUnseen ? " Not verified." : ""), event };
}

/**
 * A plan in one line, such as `plan: +18 −19 app bundles → 9,999 managed, removes 19 of 10,000 entries (0.2%)`. A small
 * one has its entries: `plan: +1 app bundle → 6 managed: +"com.example.new"; used by campaigns`.
 */
function printPlan(plan: ChangePlan, names: Naming): string {
  const { operation, update, unmanaged } = plan;
  const { list, before, intent } = operation;
  const isRemoving = unmanaged > 0 || !isEmpty(removedEntries(update));
  const parts = [
    printChanges(plan, names),
    unmanaged > 0 &&
      `exclusive, so unmanaged entries will be removed (${formatCount(unmanaged)} when the list was last read)`,
    before?.facts.hasAssociatedCampaigns === true && isRemoving && "used by campaigns",
    // An exclusive list can contain more unmanaged entries than the state shows.
    intent.exclusive && before !== undefined && list.observed === undefined && "the list was not read",
  ];
  return `plan: ${parts.filter(Boolean).join("; ")}`;
}

function printChanges({ operation, update, given }: ChangePlan, names: Naming): string {
  const { before, intent, limits } = operation;
  const { own, unmanaged, expired } = update.remove;
  const [add, remove, judged] = [update.add, removedEntries(update), union(own, unmanaged)];
  const isUpdate = intent.what === "update";
  const { purpose } = (isUpdate ? given : before?.given) ?? {};
  const parts = kinds.flatMap((kind) => {
    const [more, less] = [add[kind].size, remove[kind].size];
    if (more + less === 0) return [];
    const [plus, minus] = [more > 0 ? `+${formatCount(more)}` : "", less > 0 ? `−${formatCount(less)}` : ""];
    if (purpose === undefined) return [`${[plus, minus].filter(Boolean).join(" ")} ${kindName(kind, more + less)}`];
    // The first number names the kind.
    const name = ` ${kindName(kind, more || less)}`;
    return [printEffects(plus && plus + name, plus === "" ? minus + name : minus, purpose)];
  });
  if (parts.length === 0) return "";
  const ended = isEmpty(expired) ? "" : `, ${formatCount(count(expired))} expired`;
  const share = isEmpty(judged) ? "" : `, removes ${formatPart(count(judged), count(union(limits.whole, judged)))}`;
  const managed = ` → ${formatCount(count(intent.desired))} managed${ended}${share}`;
  const effect = isUpdate ? managed : `, because appListId is ${given.appListId} now`;
  // Some entries of a new resource may be in the list already.
  return (before === undefined ? "up to " : "") + parts.join(", ") + effect + names.changes({ add, remove });
}
