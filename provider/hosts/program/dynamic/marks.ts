import * as pulumi from "@pulumi/pulumi";
import { dynamicType, resourceMark, secretMark } from "../../../common/engine-texts";
import type { DeclaredEntries } from "../arguments";

/** The property that identifies a resource. A promise, because an output would make the resource depend on its parent. */
export function markResource(name: string, parent: pulumi.Resource | undefined): pulumi.Inputs {
  const urn = pulumi.createUrn(name, dynamicType, parent);
  const mark = new Promise<string>((resolve) => {
    urn.apply((text) => resolve(text.split("::").slice(2).join("::")));
  });
  return { [resourceMark]: mark };
}

/** The property of a resource with secret entries. */
export function markSecrets({ listed }: DeclaredEntries): pulumi.Inputs {
  return { [secretMark]: pulumi.isSecret(listed).then((isSecret) => isSecret || undefined) };
}
