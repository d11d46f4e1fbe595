//go:build tools

package tools

import _ "github.com/Mastercard/terraform-provider-restapi"
