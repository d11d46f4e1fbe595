/**
 * The output of commands without the parts that differ between runs: Pulumi's progress, durations, and links to its service.
 */
export function essentialOutput(output: string): string {
  const lines = output.split("\n").map((line) => line.trimEnd());
  const kept = lines.filter((line) => !isProgress(line) && !/^(?:Duration: |@ |More information at|View )/u.test(line));
  return `${kept
    .join("\n")
    .replaceAll(/\n{3,}/gu, "\n\n")
    .trim()}\n`;
}

/** Whether a line shows the progress of a resource: "+  app-list:AppListEntries blocked creating (0s)". */
function isProgress(line: string): boolean {
  return /^ [ +~-]{2} +(?:pulumi:pulumi:Stack|pulumi-nodejs:dynamic\/app-list:AppListEntries|app-list:index:\w+) \S+ */u.test(
    line,
  );
}
