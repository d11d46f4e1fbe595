import { version } from "../../../../common/version";
import { getAppListFunction, getCampaignsFunction } from "./functions";
import { language } from "./language";
import { appListEntriesResource } from "./resource";
import { accountProperties, settingProperties } from "./settings";
import { token } from "./specification";
import { entriesType } from "./types";

/** The schema of the package, from which Pulumi generates SDKs, documentation and the checks of YAML programs. */
export const schema = {
  name: "app-list",
  displayName: "App lists",
  version,
  description:
    "Manages block and allow lists of a mobile advertising platform: app bundles, placement IDs and websites. Sends " +
    "differences only, keeps unmanaged entries, and verifies every change.",
  keywords: ["category/infrastructure", "advertising", "blocklist", "allowlist"],
  license: "Apache-2.0",
  meta: { moduleFormat: "(.*)" },
  config: { variables: settingProperties },
  provider: {
    description:
      "The settings of an account of the ad platform. A setting that is not given is read from its environment variable. " +
      "Missing credentials fail the first request, not a preview that sends no request.",
    inputProperties: settingProperties,
  },
  resources: { [token("AppListEntries")]: appListEntriesResource },
  functions: { [token("getAppList")]: getAppListFunction, [token("getCampaigns")]: getCampaignsFunction },
  types: {
    [token("Account")]: {
      type: "object",
      description: "The settings of a named account.",
      properties: accountProperties,
    },
    [token("Entries")]: entriesType,
  },
  language,
};
