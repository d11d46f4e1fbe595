import { formatCount, formatPart } from "../../common/format";
import { kindName, kinds } from "../../list/kinds";
import { printEffects } from "../../list/summary";
import type { ChangePlan } from "../events";
import type { Naming } from "./naming";

/**
 * A plan in one line, such as `plan: +18 −19 app bundles → 9,999 managed, removes 19 of 10,000 entries (0.2%)`. A small
 * one has its entries: `plan: +1 app bundle → 6 managed: +"com.example.new"; used by campaigns`.
 */
export function printPlan(plan: ChangePlan, names: Naming): string {
  const { unmanaged, isUsed, isUnread } = plan;
  const parts = [
    printChanges(plan, names),
    unmanaged > 0 &&
      `exclusive, so unmanaged entries will be removed (${formatCount(unmanaged)} when the list was last read)`,
    isUsed && "used by campaigns",
    isUnread && "the list was not read",
  ];
  return `plan: ${parts.filter(Boolean).join("; ")}`;
}

function printChanges(plan: ChangePlan, names: Naming): string {
  const { add, remove, judged, whole, expired, after, purpose, isNew, replacedBy } = plan;
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
  const ended = expired === 0 ? "" : `, ${formatCount(expired)} expired`;
  const share = judged === 0 ? "" : `, removes ${formatPart(judged, whole)}`;
  const managed = ` → ${formatCount(after)} managed${ended}${share}`;
  const effect = replacedBy === undefined ? managed : `, because appListId is ${replacedBy} now`;
  return (isNew ? "up to " : "") + parts.join(", ") + effect + names.changes(plan);
}
