import * as pulumi from "@pulumi/pulumi";
import { kinds } from "../../../list/kinds";
import { resourceMark, secretMark } from "../../engine-texts";
import type { DeclaredEntries } from "../arguments";
import { perRun } from "../run";

/** The number of resources so far. It makes marks unique, because several resources can have the same name. */
const count = perRun(() => ({ resources: 0 }));

/** The property that names a resource in its check. No state contains it. */
export function markResource(name: string): pulumi.Inputs {
  const ofThisRun = count();
  ofThisRun.resources += 1;
  return { [resourceMark]: `${ofThisRun.resources} ${name}` };
}

/** The property with the kinds of secret entries. Only arguments that are outputs can be secret. */
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
