/** The version of this package. Equal to that in package.json, which a bundle does not contain. */
export const version = "0.1.0";
