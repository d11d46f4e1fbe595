/** How the SDKs of each language are generated. */
export const language = {
  nodejs: {
    // Not the name of the npm package that contains the plugin and its class: an installed SDK would replace it.
    packageName: "pulumi-app-list-sdk",
    packageDescription:
      "A generated SDK of app-list. For TypeScript and JavaScript install pulumi-app-list and import " +
      "pulumi-app-list/plugin: it has typed lists and reads list files.",
    respectSchemaVersion: true,
  },
  python: {
    packageName: "pulumi_app_list",
    pyproject: { enabled: true },
    requires: { pulumi: ">=3.165.0,<4.0.0" },
    respectSchemaVersion: true,
  },
  go: {
    importBasePath: "github.com/pulumi/pulumi-app-list/sdk/go/applist",
    rootPackageName: "applist",
    generateResourceContainerTypes: true,
    respectSchemaVersion: true,
  },
  csharp: { namespaces: { "app-list": "AppList" }, respectSchemaVersion: true },
};
