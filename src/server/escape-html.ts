const ENTITIES = [
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
] as const

/** Text as HTML shows it, within an element or an attribute in quotes. */
export const escapeHtml = (text: string): string =>
  ENTITIES.reduce((escaped, [character, entity]) => escaped.replaceAll(character, entity), text)

export const unescapeHtml = (html: string): string =>
  ENTITIES.toReversed().reduce((text, [character, entity]) => text.replaceAll(entity, character), html)
