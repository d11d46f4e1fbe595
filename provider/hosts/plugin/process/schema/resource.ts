import { byKind, kindName, type Kind } from "../../../../list/kinds";
import type { Arguments } from "../../../../resource/inputs";
import { resourceExamples } from "./examples";
import {
  anyOf,
  anything,
  arrayOf,
  boolean,
  integer,
  number,
  reference,
  string,
  type Properties,
  type Property,
} from "./specification";

/** The arguments that are not entries. The state contains them as they are. */
const argumentProperties: Readonly<Record<keyof Arguments, Property>> = {
  appListId: {
    ...integer,
    description: "The ID of an existing app list. Another ID replaces the resource.",
    willReplaceOnChanges: true,
  },
  account: {
    ...string,
    description: "The name of an account in the setting `accounts`. Default: the account of the provider.",
  },
  exclusive: {
    ...boolean,
    description:
      "Whether the list must contain the declared entries only. If `true`, unmanaged entries are drift, and `pulumi up` " +
      "removes them. Default: `false`.",
  },
  claimExisting: {
    ...boolean,
    description:
      "Whether declared entries that were in the list before count as added. If `true`, `pulumi destroy` removes them, " +
      "too. Default: `false`: they are adopted, and `pulumi destroy` keeps them.",
  },
  removalLimit: {
    ...anyOf(number, string),
    description:
      "The most entries that one update may remove: a number such as `500`, or a percentage such as `40%` of the " +
      "managed entries (of an exclusive list: of all entries). An update that removes more fails. Default: `30%`, which " +
      "does not apply to managed entries if fewer than 10 entries can be lost. Does not apply to `pulumi destroy`.",
  },
};

const kindDescriptions: Readonly<Record<Kind, string>> = {
  appBundles: "App bundles that the list must contain: Android package names, iOS IDs, CTV store IDs.",
  placementIds: "Placement IDs that the list must contain, each of the form `<number>-<token>`.",
  websites: "Websites that the list must contain.",
};

/**
 * A list or a text. The schema leaves the type open: in a union Pulumi's SDK for Python accepts no list
 * (https://github.com/pulumi/pulumi/issues/17181). Check reads the value and names what is wrong with it.
 */
const entriesInputs = byKind((kind): Property => ({
  ...anything,
  description:
    `${kindDescriptions[kind]} A list of entries, or of objects with \`entry\`, \`note\` and \`until\`: the last day in ` +
    "UTC on which the entry is declared, as `YYYY-MM-DD`. Or a text with one entry per line, and notes after a space and " +
    "`#`.",
}));

const entriesOutputs = byKind((kind): Property => ({
  ...string,
  description: `The managed ${kindName(kind, 0)}, one per line, sorted. A note follows its entry after two spaces and \`#\`.`,
}));

const observedProperties: Properties = {
  name: { ...string, description: "The name of the list." },
  description: { ...string, description: "The description of the list." },
  hasAssociatedCampaigns: { ...boolean, description: "Whether campaigns are associated with the list." },
  adopted: { ...reference("Entries"), description: "The adopted entries, which `pulumi destroy` keeps." },
  unmanaged: {
    ...integer,
    description: "The number of unmanaged entries in the list. Not set if the API never showed the list.",
  },
  notVerified: {
    ...arrayOf(string),
    description: "The kinds of entries that the API did not show when the list was last read.",
  },
};

/** The resource in the schema. */
export const appListEntriesResource = {
  description:
    "Entries that an app list must contain. The list must exist.\n\n" +
    "`pulumi up` sends differences only, and verifies every change against the list that the API returns. Unmanaged " +
    "entries are left alone, unless `exclusive` is `true`. `pulumi destroy` keeps adopted entries: those that were in " +
    `the list before this resource declared them.\n\n${resourceExamples}`,
  inputProperties: { ...argumentProperties, ...entriesInputs },
  requiredInputs: ["appListId"],
  properties: { ...argumentProperties, ...entriesOutputs, ...observedProperties },
  required: ["appListId"],
  aliases: [{ type: "pulumi-nodejs:dynamic/app-list:AppListEntries" }],
};
