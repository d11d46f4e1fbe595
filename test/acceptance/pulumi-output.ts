/** The end of what a command prints: its messages, outputs and counts, as of a project "brand-safety". */
export function resultOf(text: string): string {
  const start = text.search(/^(?:Diagnostics|Outputs|Resources):$/mu);
  return text
    .slice(start)
    .replace(/\n*^Duration: .*$/msu, "")
    .replaceAll(/[ \t]+$/gmu, "")
    .replaceAll("acceptance-dev", "brand-safety-dev");
}
