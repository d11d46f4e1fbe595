//go:build tools

// Package tools pins the YAML language host, so that go.mod and go.sum cover all that it is built from.
package tools

import _ "github.com/pulumi/pulumi-yaml/cmd/pulumi-language-yaml"
