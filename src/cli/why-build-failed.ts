import { accessSync, constants } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'

/** Why something of a checkout could not be built. A service runs as a user of its own, which may not write to the checkout. */
export function whyNotBuilt(error: unknown, root: string, next: string): string {
  try {
    accessSync(root, constants.W_OK)
    return whyBuildFailed(error)
  } catch {
    return `this user cannot write to ${root}; run "npm run build:web" there as its owner, then ${next}`
  }
}

/** What a build tool said about its failure, as one line: without colours, the frame around the source, and the stacks behind it. */
function whyBuildFailed(error: unknown): string {
  const { stderr } = error as { readonly stderr?: string }
  const said = stripVTControlCharacters(stderr?.trim() || String(error))
  const [reason = ''] = said.split(/^ *(?:Stack backtrace:|at ).*/m)
  return reason.replace(/[\s\u2500-\u257F]+/g, ' ').trim()
}
