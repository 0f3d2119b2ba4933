import { expect, test } from 'vitest'
import { draftsAfter, openOther } from './kept-drafts.ts'
import { EMPTY_DRAFT } from './tournament-draft.ts'

const CUP = { ...EMPTY_DRAFT, name: 'Summer cup' }
const FINALS = { ...EMPTY_DRAFT, name: 'Finals', isAsLinked: true }

test('a link puts an unfinished draft aside, but no empty one, and none of a link that nobody has typed in', () => {
  expect(draftsAfter(FINALS, { draft: CUP, others: [] })).toEqual({ draft: FINALS, others: [CUP] })
  expect(draftsAfter(FINALS, { draft: EMPTY_DRAFT, others: [CUP] })).toEqual({ draft: FINALS, others: [CUP] })
  expect(draftsAfter(CUP, { draft: FINALS, others: [] })).toEqual({ draft: CUP, others: [] })
  const typed = { ...FINALS, isAsLinked: false }
  expect(draftsAfter(FINALS, { draft: typed, others: [CUP] })).toEqual({
    draft: FINALS,
    others: [typed, CUP],
  })
})

test('without a link the form has what it had', () => {
  const kept = { draft: CUP, others: [FINALS] }
  expect(draftsAfter(undefined, kept)).toBe(kept)
})

test('a draft that was put aside and the one in the form change places', () => {
  const before = { draft: FINALS, others: [CUP] }
  expect(openOther(before, CUP)).toEqual({ draft: CUP, others: [FINALS] })
  expect(openOther({ draft: EMPTY_DRAFT, others: [CUP] }, CUP)).toEqual({ draft: CUP, others: [] })
})
