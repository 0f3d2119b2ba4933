import { test } from 'vitest'

// The only file that Vitest itself runs in a mutation run; `kept-tests.ts` runs the others after it.
test('nothing', () => {})
