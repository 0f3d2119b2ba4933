import { expect, test } from 'vitest'
import { PAGES as SERVED } from '../../src/server/pages.ts'
import { BARE_PAGES, PAGES } from './pages.tsx'

/** These have a route of their own, with headers of their own. */
const APART = ['/', '/organiser', '/embed/:id']

test('the server knows the address of every page, so it answers none with 404', () => {
  const served = [...APART, ...SERVED].map((path) => path.replace(/\*$/, '*?'))
  for (const [path] of [...BARE_PAGES, ...PAGES]) expect(served).toContain(path)
})
