/** Markup: it is escaped already. */
export interface Html {
  readonly html: string
}

type Part = Html | string | number | undefined | false | readonly Part[]

/** A template tag that escapes every value, unless it is markup. */
export const html = (strings: TemplateStringsArray, ...parts: readonly Part[]): Html => ({
  html: strings.map((string, at) => string + render(parts[at])).join(''),
})

function render(part: Part): string {
  if (part === undefined || part === false) return ''
  if (typeof part === 'object') return 'html' in part ? part.html : part.map(render).join('')
  return String(part).replaceAll(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)
}
