/** Where a brain comes from: a house brain, or a module that exports one. */
export type BrainSource =
  | { readonly kind: 'house'; readonly name: string }
  | { readonly kind: 'module'; readonly path: string }
