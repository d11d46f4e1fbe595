import { formatCount, formatShare } from "../../common/format";
import { countChange } from "../counts";
import type { ResourceReport } from "../report";
import { codeCell } from "./code";
import { takeLines } from "./take";

const head = [
  "| app list | resource | what | added | removed | share removed | drift | campaigns |",
  "| --- | --- | --- | ---: | ---: | ---: | --- | --- |",
];

/**
 * A row for each resource that changes.
 *
 * @param most how many characters the table may take.
 */
export function printTable(changed: readonly ResourceReport[], most: number): readonly string[] {
  if (changed.length === 0) return [];
  const rows = takeLines(changed.map(rowOf), most - head.join("\n").length - 100);
  const left = changed.length - rows.length;
  return [[...head, ...rows].join("\n"), ...(left > 0 ? [`and ${formatCount(left)} more resources that change`] : [])];
}

function rowOf(resource: ResourceReport): string {
  const { appListId, listName = "", account, name, operation, held, hasAssociatedCampaigns } = resource;
  const removed = countChange([resource], "removed");
  const cells = [
    [appListId === undefined ? "not known yet" : String(appListId), codeCell(listName, 60)],
    [codeCell(name, 60), account === undefined ? "" : `(${codeCell(account, 40)})`],
    [operation],
    [signed("+", countChange([resource], "added"))],
    [signed("−", removed)],
    [removed === 0 ? "" : formatShare(removed, held)],
    [driftOf(resource)],
    [hasAssociatedCampaigns === undefined ? "not known" : hasAssociatedCampaigns ? "**yes**" : "no"],
  ];
  return `| ${cells.map((parts) => parts.filter((part) => part !== "").join(" ")).join(" | ")} |`;
}

function driftOf(resource: ResourceReport): string {
  const missing = countChange([resource], "missing");
  const foreign = countChange([resource], "foreign");
  return [
    ...(missing > 0 ? [`${formatCount(missing)} missing`] : []),
    ...(foreign > 0 ? [`${formatCount(foreign)} foreign`] : []),
    ...(resource.drift === undefined ? [] : ["yes, see below"]),
  ].join(", ");
}

function signed(sign: string, count: number): string {
  return count === 0 ? "" : `${sign}${formatCount(count)}`;
}
