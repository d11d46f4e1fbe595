import { byKind, kindName } from "../../../../list/kinds";
import { appListExamples, campaignsExamples } from "./examples";
import { anything, arrayOf, boolean, integer, mapOf, string, type Property } from "./specification";

const account: Property = {
  ...string,
  description: "The name of an account in the setting `accounts`. Default: the account of the provider.",
};

/** The function that lists campaigns. */
export const getCampaignsFunction = {
  description:
    "Lists the campaigns of an account, with the fields that the API returns. It also runs in previews, so it needs " +
    `credentials there.\n\n${campaignsExamples}`,
  inputs: {
    type: "object",
    properties: {
      account,
      perPage: {
        ...integer,
        description: "The number of campaigns per request. The API may return fewer. Default: `100`.",
      },
    },
  },
  outputs: {
    type: "object",
    description: "The campaigns of an account.",
    properties: {
      campaigns: { ...arrayOf(mapOf(anything)), description: "The campaigns, each with the fields of the API." },
    },
    required: ["campaigns"],
  },
};

/** The function that reads a list. */
export const getAppListFunction = {
  description:
    "Reads the entries of an app list, without managing them. It also runs in previews, so it needs credentials there. " +
    `If the list cannot be read, \`notVerified\` contains the reason.\n\n${appListExamples}`,
  inputs: {
    type: "object",
    properties: { appListId: { ...integer, description: "The ID of an existing app list." }, account },
    required: ["appListId"],
  },
  outputs: {
    type: "object",
    description: "The content of an app list.",
    properties: {
      appListId: { ...integer, description: "The ID of the list." },
      name: { ...string, description: "The name of the list." },
      description: { ...string, description: "The description of the list." },
      hasAssociatedCampaigns: { ...boolean, description: "Whether campaigns are associated with the list." },
      ...byKind((kind): Property => ({
        ...arrayOf(string),
        description: `All ${kindName(kind, 0)} in the list, sorted. Not set if the API does not show them.`,
      })),
      notVerified: { ...string, description: "The reason why the list could not be read. Not set if it was read." },
    },
    required: ["appListId"],
  },
};
