// A program that declares nothing: the time of the engine, of Node and of Pulumi's SDK.
require("@pulumi/pulumi");
