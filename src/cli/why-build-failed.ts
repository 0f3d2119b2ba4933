import { stripVTControlCharacters } from 'node:util'

/** What a build tool said about its failure, as one line: without colours, the frame around the source, and the stacks behind it. */
export function whyBuildFailed(error: unknown): string {
  const { stderr } = error as { readonly stderr?: string }
  const said = stripVTControlCharacters(stderr?.trim() || String(error))
  const [reason = ''] = said.split(/^ *(?:Stack backtrace:|at ).*/m)
  return reason.replace(/[\s\u2500-\u257F]+/g, ' ').trim()
}
