/** A program in each language, as Markdown. Documentation shows the one of the reader's language. */
interface Example {
  readonly typescript: string;
  readonly python: string;
  readonly go: string;
  readonly yaml: string;
}

function printExample(title: string, programs: Example): string {
  const blocks = Object.entries(programs).map(([name, program]) => `\`\`\`${name}\n${String(program)}\`\`\`\n`);
  return `{{% examples %}}\n## Example Usage\n{{% example %}}\n### ${title}\n\n${blocks.join("")}{{% /example %}}\n{{% /examples %}}`;
}

const go = (imports: string, body: string): string => `package main

import (
${imports}	"github.com/pulumi/pulumi-app-list/sdk/go/applist"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
${body}
	})
}
`;

export const resourceExamples = printExample("A list of entries in a file", {
  typescript: `import { AppListEntries, entriesFromFile } from "pulumi-app-list/plugin";

new AppListEntries("blocked-apps", {
  appListId: 4321,
  appBundles: entriesFromFile("lists/blocked-apps.txt"),
  placementIds: ["1001-a1b2c3"],
});
`,
  python: `from pathlib import Path

import pulumi_app_list as app_list

app_list.AppListEntries(
    "blocked-apps",
    app_list_id=4321,
    app_bundles=Path("lists/blocked-apps.txt").read_text(),
    placement_ids=["1001-a1b2c3"],
)
`,
  go: go(
    `	"os"

`,
    `		appBundles, err := os.ReadFile("lists/blocked-apps.txt")
		if err != nil {
			return err
		}
		_, err = applist.NewAppListEntries(ctx, "blocked-apps", &applist.AppListEntriesArgs{
			AppListId:    pulumi.Int(4321),
			AppBundles:   pulumi.String(appBundles),
			PlacementIds: pulumi.StringArray{pulumi.String("1001-a1b2c3")},
		})
		return err`,
  ),
  yaml: `resources:
  blocked-apps:
    type: app-list:AppListEntries
    properties:
      appListId: 4321
      appBundles:
        fn::readFile: ./lists/blocked-apps.txt
      placementIds:
        - 1001-a1b2c3
`,
});

export const appListExamples = printExample("The content of a list", {
  typescript: `import { getAppListOutput } from "pulumi-app-list/plugin";

export const appBundles = getAppListOutput({ appListId: 4321 }).appBundles;
`,
  python: `import pulumi
import pulumi_app_list as app_list

pulumi.export("app_bundles", app_list.get_app_list_output(app_list_id=4321).app_bundles)
`,
  go: go(
    "",
    `		list := applist.GetAppListOutput(ctx, applist.GetAppListOutputArgs{AppListId: pulumi.Int(4321)})
		ctx.Export("appBundles", list.AppBundles())
		return nil`,
  ),
  yaml: `outputs:
  appBundles:
    fn::invoke:
      function: app-list:getAppList
      arguments:
        appListId: 4321
      return: appBundles
`,
});

export const campaignsExamples = printExample("The campaigns of the account", {
  typescript: `import { getCampaignsOutput } from "pulumi-app-list/plugin";

export const campaigns = getCampaignsOutput();
`,
  python: `import pulumi
import pulumi_app_list as app_list

pulumi.export("campaigns", app_list.get_campaigns_output().campaigns)
`,
  go: go(
    "",
    `		ctx.Export("campaigns", applist.GetCampaignsOutput(ctx, applist.GetCampaignsOutputArgs{}).Campaigns())
		return nil`,
  ),
  yaml: `outputs:
  campaigns:
    fn::invoke:
      function: app-list:getCampaigns
      return: campaigns
`,
});
