/** The types of the resource in Pulumi. Each class takes over resources of the other one. */
export const dynamicType = "pulumi-nodejs:dynamic/app-list:AppListEntries";
export const pluginType = "app-list:index:AppListEntries";
