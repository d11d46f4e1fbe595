import type { dynamic } from "@pulumi/pulumi";

/**
 * What Pulumi serialises into `__provider` of every resource: calls to `pulumi-app-list/dynamic` and nothing else, so
 * that the text in users' states stays small, and stays the same when the code behind it changes.
 *
 * The text is evaluated in a process of its own, in the folder of the program. So the methods may use nothing of this
 * file, and `require` finds the package from there. Changing this text is an upgrade of every user's state.
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
