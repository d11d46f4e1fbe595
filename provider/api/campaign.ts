// In a file of its own: declarations of the package contain it, and must not need zod, which the bundles contain.

/** A campaign, as the API returns it. Its fields are not documented. */
export type Campaign = Readonly<Record<string, unknown>>;
