import type { Campaign } from "../../api/campaign";
import { plural } from "../../common/format";
import { printable } from "../../common/quote";
import { withApi } from "../app-lists";
import { defineCommand, settingsOptions } from "../command";

export const campaignsCommand = defineCommand({
  name: "campaigns",
  description: "Lists the campaigns of the account. Changes none of them.",
  examples: "app-list campaigns\napp-list campaigns --stack dev",
  options: settingsOptions,
  help: "Prints one line per campaign: its fields with a string, a number or a boolean.",
  run: async (settings, terminal) => {
    const campaigns = await withApi(settings, terminal, ({ api }) => api.campaigns());
    const messages = [`${plural(campaigns.length, "campaign")}.`];
    return { outcome: "done", lines: campaigns.map(describeCampaign), messages };
  },
});

/** The fields of a campaign with a string, a number or a boolean. The API does not document its fields. */
function describeCampaign(campaign: Campaign): string {
  const scalars = Object.entries(campaign).filter(([, value]) => typeof value !== "object");
  return scalars.map(([field, value]) => printable(`${field}=${String(value)}`)).join("  ");
}
