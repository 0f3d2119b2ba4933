import { expect, test } from 'vitest'
import { hasKey, hideKeys } from './hide-keys.ts'

const KEY = `gg_0123456789ab_${'aB3-_'.repeat(8)}xyz`

test.each([
  [KEY, '[key]'],
  [`GAMEGRID_KEY=${KEY} gamegrid`, 'GAMEGRID_KEY=[key] gamegrid'],
  [`{"key":"${KEY}","move":"e2"}`, '{"key":"[key]","move":"e2"}'],
  [KEY.slice(0, -5), '[key]'],
  [`${KEY}x`, '[key]'],
  [KEY.toUpperCase(), '[key]'],
  [`?key=${KEY.replaceAll('_', '%5F')}&full=true`, '?key=[key]&full=true'],
  [`${KEY} ${KEY}`, '[key] [key]'],
  ['gg_0123456789ab_', '[key]'],
  [`gg_${'x'.repeat(59)}`, '[key]'],
])('no part of a key is left of %j', (text, hidden) => {
  expect([hasKey(text), hideKeys(text)]).toEqual([true, hidden])
})

test.each(['', 'Ada', 'gg', 'gg_', 'gg_wellplayed', 'gg well played', 'eggs_and_ham', 'x'.repeat(64)])(
  '%j is no key',
  (text) => {
    expect([hasKey(text), hideKeys(text)]).toEqual([false, text])
  },
)
