//go:build tools

// Package tools pins the Node.js language host, so that go.mod and go.sum cover all that it is built from.
package tools

import _ "github.com/pulumi/pulumi/sdk/v3/nodejs/cmd/pulumi-language-nodejs"
