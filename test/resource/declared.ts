import { findMove, type Move } from "../../provider/resource/move";
import type { State } from "../../provider/resource/state";
import { parseInputs, type Declared } from "../../provider/resource/inputs";

/** What resources with these inputs declare. */
export function declaredBy(inputs: Readonly<Record<string, unknown>>): Declared {
  const parsed = parseInputs({ appListId: 4321, ...inputs });
  if (parsed.outcome !== "declared") throw new Error(`The inputs are ${parsed.outcome}.`);
  return parsed.declared;
}

/** The text of numbered app bundles: com.app1000 and so on. */
export function numberedText(count: number, from = 1000): string {
  return Array.from({ length: count }, (_, index) => `com.app${from + index}\n`).join("");
}

/** The move of a state to an account; accounts with an equal key have the same login. */
export function moveOf(
  state: State,
  name: string | undefined,
  baseUrl: string | undefined,
  { key = name ?? "default", user }: { readonly key?: string; readonly user?: string } = {},
): Move | undefined {
  const { account } = state.given;
  return findMove(state, { name: account, baseUrl, key: account ?? "default", user }, { name, baseUrl, key, user });
}
