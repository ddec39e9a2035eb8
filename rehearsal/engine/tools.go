//go:build tools

// Package engine pins the Pulumi command line that the rehearsal builds when none is installed.
package engine

import _ "github.com/pulumi/pulumi/pkg/v3/cmd/pulumi"
