// Generates the SDKs of a Pulumi package from its schema, with the generators that Pulumi's language hosts use for
// `pulumi package add`.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	golang "github.com/pulumi/pulumi/pkg/v3/codegen/go"
	"github.com/pulumi/pulumi/pkg/v3/codegen/nodejs"
	"github.com/pulumi/pulumi/pkg/v3/codegen/python"
	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
)

// Generates the files of an SDK, by path.
type generator func(*schema.Package, schema.ReferenceLoader) (map[string][]byte, error)

// The first argument of a generator is what the SDK names as its author.
var generators = map[string]generator{
	"go": func(pkg *schema.Package, _ schema.ReferenceLoader) (map[string][]byte, error) {
		return golang.GeneratePackage("pulumi-language-go", pkg, nil)
	},
	"nodejs": func(pkg *schema.Package, loader schema.ReferenceLoader) (map[string][]byte, error) {
		return nodejs.GeneratePackage("pulumi-language-nodejs", pkg, nil, nil, true, loader)
	},
	"python": func(pkg *schema.Package, loader schema.ReferenceLoader) (map[string][]byte, error) {
		return python.GeneratePackage("pulumi-language-python", pkg, nil, loader)
	},
}

func main() {
	if len(os.Args) != 4 || generators[os.Args[3]] == nil {
		fmt.Fprintln(os.Stderr, "usage: sdk-generator SCHEMA_FILE FOLDER go|nodejs|python")
		os.Exit(2)
	}
	if err := generate(os.Args[1], os.Args[2], generators[os.Args[3]]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// Writes what a generator makes of a schema into a folder.
func generate(schemaFile, folder string, generateLanguage generator) error {
	text, err := os.ReadFile(schemaFile)
	if err != nil {
		return err
	}
	var spec schema.PackageSpec
	if err := json.Unmarshal(text, &spec); err != nil {
		return fmt.Errorf("%s: %w", schemaFile, err)
	}
	loader := schema.NewPluginLoader(nil)
	pkg, diagnostics, err := schema.BindSpec(spec, loader, schema.ValidationOptions{})
	if err != nil {
		return fmt.Errorf("%s: %w", schemaFile, err)
	}
	// Warnings, too: the schema is ours, and each of them is a mistake in it.
	if len(diagnostics) > 0 {
		return fmt.Errorf("%s: %w", schemaFile, diagnostics)
	}
	// As `pulumi package add` does it: the SDK is then a module or a package of its own.
	pkg.SupportPack = true
	files, err := generateLanguage(pkg, loader)
	if err != nil {
		return fmt.Errorf("%s: %w", schemaFile, err)
	}
	return writeFiles(files, folder)
}

func writeFiles(files map[string][]byte, folder string) error {
	for path, content := range files {
		target := filepath.Join(folder, filepath.FromSlash(path))
		if err := os.MkdirAll(filepath.Dir(target), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(target, content, 0o644); err != nil {
			return err
		}
	}
	return nil
}
