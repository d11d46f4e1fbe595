import { defaultAccount, type Simulator } from "pulumi-app-list/simulator";
import type { StackSettings } from "./project.ts";

/** The settings with which a stack reaches a simulator as its default account. */
export function settingsFor({ url }: Pick<Simulator, "url">): Required<StackSettings> {
  const { apiKey, apiSecret, username, password } = defaultAccount;
  return { plain: { baseUrl: url, username }, secret: { apiKey, apiSecret, password } };
}
