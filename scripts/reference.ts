import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { REFERENCE_PAGES } from './reference/pages.ts'

/** Writes the pages of the reference that follow from the code. A test fails if one of them is out of date. */
for (const [path, page] of Object.entries(REFERENCE_PAGES))
  writeFileSync(join(import.meta.dirname, '..', path), page())
