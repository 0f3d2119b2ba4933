import { expect } from 'vitest'

/** Compares bytes as a whole: Vitest compares them one by one, which takes seconds for a file of some hundred kilobytes. */
expect.addEqualityTesters([
  (one: unknown, other: unknown) =>
    one instanceof Uint8Array && other instanceof Uint8Array && one.constructor === other.constructor
      ? Buffer.compare(one, other) === 0
      : undefined,
])
