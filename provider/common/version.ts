/** Equal to the version in package.json. A bundle does not contain that file. */
export const version = "0.1.0";
