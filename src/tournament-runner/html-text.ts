/** Markup that needs no escaping any more. */
export interface Html {
  readonly html: string
}

type Part = Html | string | number | undefined | false | readonly Part[]

/** Everything put into it is text, and escaped, unless it is markup already. */
export const html = (strings: TemplateStringsArray, ...parts: readonly Part[]): Html => ({
  html: strings.map((string, at) => string + render(parts[at])).join(''),
})

function render(part: Part): string {
  if (part === undefined || part === false) return ''
  if (typeof part === 'object') return 'html' in part ? part.html : part.map(render).join('')
  return String(part).replaceAll(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)
}
