//go:build tools

// Package tools pins the Pulumi CLI, so that go.mod and go.sum cover all that it is built from.
package tools

import _ "github.com/pulumi/pulumi/pkg/v3/cmd/pulumi"
