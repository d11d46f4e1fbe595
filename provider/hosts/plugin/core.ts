/**
 * What the plugin needs of other folders for its resources and functions. It is loaded with the first call that needs it:
 * for programs in YAML, the engine also starts the plugin for its schema alone.
 */
export { SettingsError } from "../../api/settings";
export { inputsFromArguments } from "../../resource/arguments";
export { getAppList, getCampaigns } from "../../resource/data-functions";
export { argumentNames, computedOutputs } from "../../resource/inputs";
export { PartialChangeError } from "../../resource/execute";
export { ResourceProvider } from "../../resource/provider";
export { Run } from "../../resource/run";
export { checkConfig, diffConfig, providerSettings } from "./provider-config";
