import * as pulumi from "@pulumi/pulumi";

/**
 * Makes a value once in each run of a program. Pulumi's Automation API runs programs one after the other, or at the same
 * time, in one process; each run has a stack resource of its own.
 */
export function perRun<Value extends object>(make: () => Value): () => Value {
  const values = new WeakMap<object, Value>();
  return () => {
    const stack = pulumi.runtime.getStackResource() ?? values;
    const value = values.get(stack) ?? make();
    values.set(stack, value);
    return value;
  };
}
