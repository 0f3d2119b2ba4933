import { hash } from 'node:crypto'

/** A feed as RFC 4287 has it. Texts are plain: the writer escapes them. */
export interface AtomFeed {
  readonly id: string
  readonly title: string
  /** Milliseconds since 1970. */
  readonly updated: number
  /** The address of the feed itself, and of the page that shows the same. */
  readonly self: string
  readonly page: string
  readonly entries: readonly AtomEntry[]
}

export interface AtomEntry {
  readonly id: string
  readonly title: string
  readonly updated: number
  readonly page: string
  readonly text: string
}

/** The document. */
export const atomText = ({ id, title, updated, self, page, entries }: AtomFeed): string =>
  [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    `<id>${id}</id>`,
    `<title>${xml(title)}</title>`,
    `<updated>${new Date(updated).toISOString()}</updated>`,
    '<author><name>gamegrid</name></author>',
    `<link rel="self" type="application/atom+xml" href="${xml(self)}"/>`,
    `<link rel="alternate" type="text/html" href="${xml(page)}"/>`,
    ...entries.map(entryText),
    '</feed>',
    '',
  ].join('\n')

const entryText = ({ id, title, updated, page, text }: AtomEntry): string =>
  [
    '<entry>',
    `<id>${id}</id>`,
    `<title>${xml(title)}</title>`,
    `<updated>${new Date(updated).toISOString()}</updated>`,
    `<link rel="alternate" type="text/html" href="${xml(page)}"/>`,
    `<content type="text">${xml(text)}</content>`,
    '</entry>',
  ].join('\n')

/** An id for what these words name. It is the same whatever the address of the server, and for ever. */
export function atomId(...words: readonly (string | number)[]): string {
  const hex = hash('sha256', JSON.stringify(words), 'hex')
  // A UUID of version 8: its bits are the maker's own.
  return `urn:uuid:${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** XML 1.0 has no way to write most control characters, nor half a surrogate pair. */
const xml = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
