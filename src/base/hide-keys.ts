/** What looks like a key of an arena, `gg_ID_SECRET`, also one with a few letters missing or too many, or written for an address. */
const KEY = /gg(?:_|%5f)(?:[a-z0-9]{12}(?:_|%5f)[\w%-]*|[\w%-]{40,})/gi

/** Whether a text has a key in it, right or wrong: such a text must not be shown or logged. */
export const hasKey = (text: string): boolean => text.search(KEY) !== -1

/** The text with `[key]` in place of each key. */
export const hideKeys = (text: string): string => text.replace(KEY, '[key]')
