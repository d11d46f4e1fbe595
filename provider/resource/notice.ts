import type { ListEvent } from "./events";

/** The subject of messages that are about no list. */
export const packageSubject = "app-list";

/** A message for the person who runs Pulumi. */
export interface Notice {
  readonly severity: "info" | "warning" | "error";
  /** The name of a list, or "app-list". Default: the resource or the stack at which Pulumi shows the notice. */
  readonly subject?: string;
  readonly message: string;
  /** The event that the message describes, for whoever judges what was done. Default: it describes another fact. */
  readonly event?: ListEvent;
}

export type Print = (notice: Notice) => void;

/**
 * Prints a notice: `app list 4321: moved from …`.
 *
 * @param withSeverity whether to print the severity, for outputs without severities of their own: `app list 4321:
 *   warning: moved from …`.
 */
export function printNotice({ severity, subject, message }: Notice, withSeverity = false): string {
  const mark = withSeverity && severity !== "info" ? severity : undefined;
  return [subject, mark, message].filter((part) => part !== undefined).join(": ");
}
