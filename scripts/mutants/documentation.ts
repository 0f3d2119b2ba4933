import type { Ignorer } from '@stryker-mutator/api/ignore'

/** What a route says about itself for people, and its name for typed clients, which the type checker holds. */
const WORDS = ['summary', 'description', 'operation', 'tags']

/** The parts of Babel's path that are read here. Stryker leaves its type open. */
interface Path {
  isObjectProperty?(): boolean
  isVariableDeclarator?(): boolean
  readonly node: {
    readonly key?: { readonly name?: string }
    readonly id?: { readonly name?: string }
  }
}

/** Skips the words of the documentation: each would cost all tests that start a server. */
export const documentation: Ignorer = {
  shouldIgnore(path) {
    const at = path as Path
    const name = at.isObjectProperty?.()
      ? at.node.key?.name
      : at.isVariableDeclarator?.()
        ? at.node.id?.name
        : undefined
    return name !== undefined && WORDS.includes(name) ? 'words of the documentation' : undefined
  },
}
