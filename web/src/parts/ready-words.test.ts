import { expect, test } from 'vitest'
import { readyWords } from './ready-words.ts'

const NOTHING = { state: 'in', plays: null, bot: null, wire: null } as const
const bot = (version: number, status: 'building' | 'passed' | 'failed' | 'unjudged') => ({
  id: 7,
  name: 'Ace',
  version,
  status,
  reason: null,
})

test.each([
  [NOTHING, 'none', 'No bot yet'],
  [{ ...NOTHING, state: 'asked' }, 'busy', 'Waits for approval'],
  [{ ...NOTHING, state: 'refused' }, 'bad', 'Refused'],
  [{ ...NOTHING, plays: 'house:random' }, 'good', 'House brain'],
  [{ ...NOTHING, plays: 'player:1001' }, 'busy', 'Plays over a wire, not connected yet'],
  [{ ...NOTHING, plays: 'player:1001', wire: 'turns' }, 'good', 'Connected over HTTP'],
  [{ ...NOTHING, wire: 'tcp' }, 'busy', 'Connected over TCP: contests need another wire'],
  [
    { ...NOTHING, plays: 'player:1001', wire: 'tcp' },
    'busy',
    'Connected over TCP: contests need another wire',
  ],
  [{ ...NOTHING, plays: 'bot:7@2', bot: bot(2, 'passed'), wire: 'tcp' }, 'good', 'Ready: Ace v2'],
  [{ ...NOTHING, bot: bot(1, 'building') }, 'busy', 'Ace v1 is being built'],
  [{ ...NOTHING, bot: bot(1, 'failed') }, 'bad', 'Ace v1 failed'],
  [{ ...NOTHING, plays: 'bot:7@2', bot: bot(2, 'passed') }, 'good', 'Ready: Ace v2'],
  [{ ...NOTHING, plays: 'bot:7@2', bot: bot(3, 'failed') }, 'good', 'Ready: Ace v2, v3 failed'],
  [{ ...NOTHING, plays: 'bot:9@2', bot: bot(3, 'building') }, 'good', 'Ready: bot v2, v3 is being built'],
] as const)('%j is %s: %s', (team, tone, text) => {
  expect(readyWords(team)).toEqual({ tone, text })
})
