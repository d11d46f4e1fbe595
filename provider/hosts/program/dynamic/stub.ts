import type { dynamic } from "@pulumi/pulumi";

/**
 * Pulumi serializes this object into `__provider` of every resource. It only calls `pulumi-app-list/dynamic`, so the
 * text in users' states is small and stays the same if the code of the package changes.
 *
 * The text is evaluated in another process, in the folder of the program. So the methods must not use anything of this
 * file, and `require` finds the package from that folder. Any change here changes every user's state.
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
