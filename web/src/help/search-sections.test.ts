import { expect, test } from 'vitest'
import type { GuideSectionBody } from '../../../src/api/guide.ts'
import { searchIn } from './search-sections.ts'

const section = (heading: string, text: string): GuideSectionBody => ({
  path: 'rules/quoridor',
  page: 'Quoridor',
  id: heading.toLowerCase(),
  heading,
  text,
})

const search = searchIn([
  section('Moving', 'A pawn steps to a cell beside it, unless a wall stands between.'),
  section('Walls', 'Each player has ten of them.'),
  section(
    'Ratings',
    `${'Many words. '.repeat(40)} The interval is wide at first. ${'More words. '.repeat(40)}`,
  ),
])

const headings = (words: string): readonly string[] => search(words).map((hit) => hit.section.heading)

test.each([
  ['walls', ['Walls', 'Moving'], 'a heading counts more than the text'],
  ['pla', ['Walls'], 'the beginning of a word is enough'],
  ['intervall', ['Ratings'], 'a typing error is forgiven'],
  ['pawn ten', [], 'a section has all of the words'],
  ['zugzwang', [], 'no section has the word'],
])('%s finds %j: %s', (words, found) => {
  expect(headings(words)).toEqual(found)
})

test('the excerpt has the word that was found, and says where it is cut', () => {
  expect(search('interval')[0]?.excerpt).toMatch(/^… .*The interval is wide at first.* …$/)
  expect(search('ten')[0]?.excerpt).toBe('Each player has ten of them.')
})
