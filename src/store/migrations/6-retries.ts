/** Versions of bots that could not be judged, and those that are tried again: new kinds of entries, and nothing else. */
export const retries = ''
