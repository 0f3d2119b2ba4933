/** How much of the rules a text has. */
export type RulesLength = 'full' | 'terse'

/**
 * The rules of a game from its page of the guide, for a language model. Full: the whole page but what only programs need.
 * Terse: the first paragraph of the page and of each section that has rules.
 */
export function rulesText(page: string, length: RulesLength): string {
  const sections = page
    .replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1')
    .split(/^(?=## )/m)
    .filter((section) => !LEFT_OUT[length].test(section))
  return (length === 'full' ? sections : sections.map(firstParagraph))
    .map((section) => section.trim())
    .join('\n\n')
}

const LEFT_OUT: Readonly<Record<RulesLength, RegExp>> = {
  full: /^## (For programs|A whole match)\n/,
  terse: /^## (For programs|A whole match|Settings|An example|Good to know)\n/,
}

/** The heading and the first paragraph; what comes after a colon, a picture or a table, belongs to it. */
function firstParagraph(section: string): string {
  const [heading = '', ...blocks] = section.trim().split(/\n{2,}/)
  const end = blocks.findIndex((block) => !block.endsWith(':'))
  return [heading, ...blocks.slice(0, end < 0 ? undefined : end + 1)].join('\n\n')
}
