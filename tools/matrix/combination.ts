/** What a project can differ in, with the values that are tried. */
const dimensions = {
  language: ["TypeScript", "JavaScript"],
  // Without ts-node, Node itself runs TypeScript of ES modules, and nothing checks its types.
  modules: ["CommonJS", "ESM", "ESM, ts-node"],
  packageManager: ["npm", "pnpm", "yarn 1", "yarn 4"],
  // The oldest that package.json allows, and the newest of the lines after it.
  node: ["22.19.0", "24", "26"],
  // The one that this repository is developed with, and the oldest that package.json allows.
  pulumi: ["3.270.0", "3.217.0"],
} as const;

/** The kind of a project. */
export type Combination = { readonly [Name in keyof typeof dimensions]: (typeof dimensions)[Name][number] };

/** The versions of Node that are tried, as `npm install node@…` takes them. */
export const nodeVersions = dimensions.node;

/** The package managers that are tried: the package that holds each, and where its command is in there. */
export const packageManagers: Readonly<
  Record<Combination["packageManager"], { readonly package: string; readonly installArguments: readonly string[] }>
> = {
  // npm 12 does not run on the oldest Node.
  npm: { package: "npm@11.21.2", installArguments: ["install", "--no-audit", "--no-fund", "--loglevel=error"] },
  pnpm: { package: "pnpm@12.21.0", installArguments: ["install", "--no-frozen-lockfile"] },
  "yarn 1": { package: "yarn@1.22.22", installArguments: ["install", "--non-interactive"] },
  "yarn 4": { package: "@yarnpkg/cli-dist@4.18.1", installArguments: ["install", "--no-immutable"] },
};

/** What is in no row of the table, and why. */
export const notTried: readonly string[] = [
  "JavaScript with ts-node: it has nothing to do there.",
  "yarn 4 with Plug'n'Play: Pulumi finds its library there only when it is started by `yarn exec pulumi`.",
];

/** All combinations that make sense. */
export function allCombinations(): readonly Combination[] {
  const all = dimensions.language.flatMap((language) =>
    dimensions.modules.flatMap((modules) =>
      dimensions.packageManager.flatMap((packageManager) =>
        dimensions.node.flatMap((node) =>
          dimensions.pulumi.map((pulumi): Combination => ({ language, modules, packageManager, node, pulumi })),
        ),
      ),
    ),
  );
  return all.filter(({ language, modules }) => language === "TypeScript" || modules !== "ESM, ts-node");
}
