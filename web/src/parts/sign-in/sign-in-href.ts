/** The page to sign in on, which leads back to where the person came from. */
export const signInHref = (from: string): string =>
  from === '/' || from === '/sign-in' ? '/sign-in' : `/sign-in?from=${encodeURIComponent(from)}`

/** Where a sign-in leads back to: a page of this site, else undefined. */
export function returnPath(search: string): string | undefined {
  const from = new URLSearchParams(search).get('from')
  // `//host` and `/\host` would leave the site.
  return from !== null && /^\/(?![/\\])/.test(from) ? from : undefined
}
