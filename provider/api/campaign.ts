// In a file of its own, because the package's type declarations contain it. They must not import zod, because zod is
// bundled.

/** A campaign, as the API returns it. Its fields are not documented. */
export type Campaign = Readonly<Record<string, unknown>>;
