import type { dynamic } from "@pulumi/pulumi";

/**
 * Pulumi serializes this object into `__provider` of every resource. It only calls `pulumi-app-list/dynamic`, so the text
 * in users' states is small, and does not change when the code behind it changes.
 *
 * The text is evaluated in a process of its own, in the folder of the program. So the methods must not use anything of
 * this file, and `require` finds the package from there. Another text here is an upgrade of every user's state.
 */
export const stub: dynamic.ResourceProvider = {
  configure: (request) => require("pulumi-app-list/dynamic").appListEntries.configure(request),
  check: (olds, news) => require("pulumi-app-list/dynamic").appListEntries.check(olds, news),
  diff: (id, olds, news) => require("pulumi-app-list/dynamic").appListEntries.diff(id, olds, news),
  create: (inputs) => require("pulumi-app-list/dynamic").appListEntries.create(inputs),
  read: (id, props) => require("pulumi-app-list/dynamic").appListEntries.read(id, props),
  update: (id, olds, news) => require("pulumi-app-list/dynamic").appListEntries.update(id, olds, news),
  delete: (id, props) => require("pulumi-app-list/dynamic").appListEntries.delete(id, props),
};
