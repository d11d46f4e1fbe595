import * as pulumi from "@pulumi/pulumi";
import { secretMark } from "../../../common/engine";
import { kinds } from "../../../list/kinds";
import type { DeclaredEntries } from "../arguments";

/** The mark of a resource with secret entries. Plain arguments are none, and make no output. */
export function markSecrets({ texts }: DeclaredEntries): pulumi.Inputs {
  const outputs = kinds.flatMap((kind) => {
    const text = texts[kind];
    return pulumi.Output.isInstance(text)
      ? [pulumi.isSecret(text).then((isSecret) => (isSecret ? kind : undefined))]
      : [];
  });
  if (outputs.length === 0) return {};
  const names = Promise.all(outputs).then((all) => all.filter((kind) => kind !== undefined).join(",") || undefined);
  return { [secretMark]: names };
}
