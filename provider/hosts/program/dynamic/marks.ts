import * as pulumi from "@pulumi/pulumi";
import { kinds } from "../../../list/kinds";
import { dynamicType, resourceMark, secretMark } from "../../engine-texts";
import type { DeclaredEntries } from "../arguments";

/** The property that identifies a resource. A promise, because an output would make the resource depend on its parent. */
export function markResource(name: string, parent: pulumi.Resource | undefined): pulumi.Inputs {
  const urn = pulumi.createUrn(name, dynamicType, parent);
  const mark = new Promise<string>((resolve) => {
    urn.apply((text) => resolve(text.split("::").slice(2).join("::")));
  });
  return { [resourceMark]: mark };
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
