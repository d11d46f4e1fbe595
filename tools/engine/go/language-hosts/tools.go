//go:build tools

// Package tools pins the Node.js and the Python language host, so that go.mod and go.sum cover all that they are built
// from.
package tools

import (
	_ "github.com/pulumi/pulumi/sdk/v3/nodejs/cmd/pulumi-language-nodejs"
	_ "github.com/pulumi/pulumi/sdk/v3/python/cmd/pulumi-language-python"
)
