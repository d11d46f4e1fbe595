/**
 * Runs a program of a project with `typescript: false` as JavaScript: `node --require`. The language host that the set-up
 * builds from Go modules does not read this option; that of a downloaded engine does.
 */
process.env["PULUMI_NODEJS_TYPESCRIPT"] = "false";
