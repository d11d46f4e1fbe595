/**
 * Sets the flag of V8 that Pulumi's SDK sets while it is loaded: compiled code in the cache counts for the same flags only,
 * so without this the rest of the SDK is compiled again by each program.
 */
process.getBuiltinModule("node:v8").setFlagsFromString("--allow-natives-syntax");
