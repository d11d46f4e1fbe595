// Generates the SDKs of a Pulumi package from its schema, with the generators that Pulumi's language hosts use for
// `pulumi package add`, and the TypeScript code of imported resources, as `pulumi import` prints it.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/blang/semver"
	golang "github.com/pulumi/pulumi/pkg/v3/codegen/go"
	"github.com/pulumi/pulumi/pkg/v3/codegen/nodejs"
	"github.com/pulumi/pulumi/pkg/v3/codegen/pcl"
	"github.com/pulumi/pulumi/pkg/v3/codegen/python"
	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
	"github.com/pulumi/pulumi/pkg/v3/importer"
	"github.com/pulumi/pulumi/pkg/v3/resource"
	"github.com/pulumi/pulumi/pkg/v3/resource/stack"
	"github.com/pulumi/pulumi/sdk/v3/go/common/apitype"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource/config"
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
	isImport := len(os.Args) == 5 && os.Args[3] == "import"
	if !isImport && (len(os.Args) != 4 || generators[os.Args[3]] == nil) {
		fmt.Fprintln(os.Stderr, "usage: sdk-generator SCHEMA_FILE FOLDER go|nodejs|python|import [STACK_FILE]")
		os.Exit(2)
	}
	generateLanguage := generators[os.Args[3]]
	if isImport {
		generateLanguage = importOf(os.Args[4])
	}
	if err := generate(os.Args[1], os.Args[2], generateLanguage); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// Generates the code of all resources of the package in the output of `pulumi stack export --show-secrets`.
func importOf(stackFile string) generator {
	return func(pkg *schema.Package, _ schema.ReferenceLoader) (map[string][]byte, error) {
		text, err := os.ReadFile(stackFile)
		if err != nil {
			return nil, err
		}
		var exported struct{ Deployment apitype.DeploymentV3 }
		if err := json.Unmarshal(text, &exported); err != nil {
			return nil, fmt.Errorf("%s: %w", stackFile, err)
		}
		var imported, all []*resource.State
		for _, each := range exported.Deployment.Resources {
			state, err := stack.DeserializeResource(each, config.NewPanicCrypter())
			if err != nil {
				return nil, err
			}
			all = append(all, state)
			if string(state.Type.Package()) == pkg.Name {
				imported = append(imported, state)
			}
		}
		var program bytes.Buffer
		write := func(out io.Writer, bound *pcl.Program) error {
			files, _, err := nodejs.GenerateProgram(bound)
			for _, content := range files {
				_, _ = out.Write(content)
			}
			return err
		}
		err = importer.GenerateLanguageDefinitions(&program, onePackage{pkg}, write, imported, all, nil)
		return map[string][]byte{"index.ts": program.Bytes()}, err
	}
}

// Loads the package of the schema, under every name.
type onePackage struct{ pkg *schema.Package }

func (one onePackage) LoadPackage(string, *semver.Version) (*schema.Package, error) {
	return one.pkg, nil
}

func (one onePackage) LoadPackageV2(context.Context, *schema.PackageDescriptor) (*schema.Package, error) {
	return one.pkg, nil
}

func (one onePackage) LoadPackageReference(string, *semver.Version) (schema.PackageReference, error) {
	return one.pkg.Reference(), nil
}

func (one onePackage) LoadPackageReferenceV2(
	context.Context, *schema.PackageDescriptor,
) (schema.PackageReference, error) {
	return one.pkg.Reference(), nil
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
