// Apps from a text file, and websites with notes, in a block list.
package main

import (
	"os"

	"github.com/pulumi/pulumi-app-list/sdk/go/applist"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		blockedApps, err := os.ReadFile("lists/blocked-apps.txt")
		if err != nil {
			return err
		}
		blocked, err := applist.NewAppListEntries(ctx, "blocked", &applist.AppListEntriesArgs{
			AppListId:     pulumi.Int(config.RequireInt(ctx, "appListId")),
			AdditionLimit: pulumi.String("50%"),
			AppBundles:    pulumi.String(blockedApps),
			Websites: pulumi.Array{
				pulumi.String("freestreams.example"),
				pulumi.StringMap{
					"entry": pulumi.String("newsburst.example"),
					"note":  pulumi.String("invalid traffic"),
				},
			},
		})
		if err != nil {
			return err
		}
		ctx.Export("listName", blocked.Name)
		ctx.Export("unmanagedEntries", blocked.Unmanaged)
		return nil
	})
}
