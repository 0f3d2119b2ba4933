/**
 * A body as a client got it: the names of its fields are those of the contract, and its values are not checked yet. It has a file of
 * its own because the published types of `gamegrid/sdk` use it: so they import no schema, and a compiler reads none of typebox.
 */
export type Unread<Body> = { readonly [Key in keyof Body]?: unknown }
