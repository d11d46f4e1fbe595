import type { Advice, Conclusion } from "./conclude";
import type { Finding, Verdict } from "./finding";
import { styled, type Style, type Terminal } from "../terminal";

const marks: Readonly<Record<Verdict, readonly [mark: string, style: Style]>> = {
  fine: ["✓", "added"],
  finding: ["!", "warning"],
  broken: ["✗", "removed"],
  notVerified: ["?", "quiet"],
};

/** A finding as it is printed when its check is done. */
export function printFinding(terminal: Terminal, { verdict, says, next }: Finding): string {
  const [mark, style] = marks[verdict];
  const lines = says.split("\n").join("\n  ");
  return `${styled(terminal, style, mark)} ${lines}\n${next === undefined ? "" : `  → ${next}\n`}`;
}

/** What all findings come to, at the end. */
export function printConclusion(terminal: Terminal, { advice, notVerified }: Conclusion): string {
  const lines = [
    ...(advice.length === 0 ? [] : ["", styled(terminal, "strong", "Settings to choose:"), ...advice.map(printAdvice)]),
    ...(notVerified.length === 0 ? [] : ["", `Not verified: ${notVerified.join(", ")}.`]),
  ];
  return lines.map((line) => `${line}\n`).join("");
}

function printAdvice({ command }: Advice): string {
  return `  ${command}`;
}
