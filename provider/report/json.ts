import { reportOutcome, type JsonReport, type Report } from "./report";
import { countReport, printHeadline } from "./summary";

export function jsonReport({ createdAt, stack, commit, isRefreshed, ...report }: Report): JsonReport {
  const head = { createdAt, stack, commit, isRefreshed };
  const whole = { ...head, ...report };
  const verdict = printHeadline(whole);
  return { version: 1, outcome: reportOutcome(whole), verdict, ...head, counts: countReport(whole), ...report };
}
