import { pluginHost, type PulumiHost } from "../harness/hosts";
import type { Printed } from "../harness/project";

/** The digests that a command or a report prints to approve a change. */
export const digestIn = (text: string): string | undefined =>
  /APP_LIST_APPROVE=([0-9a-f]{16}(?:,[0-9a-f]{16})*)/u.exec(text)?.[1];

/** The URN of a resource of the plugin. */
export const urnOf = (name: string, { type }: PulumiHost = pluginHost): string =>
  `urn:pulumi:dev::acceptance::${type}::${name}`;

/** The text of a command without line breaks. */
export const line = ({ text }: Pick<Printed, "text">): string => text.replaceAll(/\s+/gu, " ");
