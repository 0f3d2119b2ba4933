import { describe, expect, test } from 'vitest'
import { diagnose } from '../../src/doctor/diagnose.ts'
import type { Cause, CheckId } from '../../src/doctor/finding.ts'
import type { Observation } from '../../src/doctor/observation.ts'
import { describeFinding } from '../../src/doctor/words.ts'
import type { LeftCause } from '../../src/match/match.ts'
import { observe } from './observe.fixture.ts'

type Case = readonly [about: string, seen: Observation, cause: Partial<Cause>, check: CheckId]

const LATE = { kind: 'timeout' } as const
const gone = (kind: LeftCause, detail: string) => ({ kind, detail }) as const
const ended = (errors = '') => ({ kind: 'ended', ms: 3, end: { kind: 'exited', code: 1 }, errors }) as const

const lightCycle = (
  talk: readonly string[],
  rest: Partial<Parameters<typeof observe>[0]> = {},
): Observation => observe({ wire: 'light-cycle', talk, ...rest })
const longestGroup = (
  talk: readonly string[],
  rest: Partial<Parameters<typeof observe>[0]> = {},
): Observation => observe({ wire: 'longest-group', talk, ...rest })
const json = (talk: readonly string[], rest: Partial<Parameters<typeof observe>[0]> = {}): Observation =>
  observe({ wire: 'json', talk, ...rest })

const STATE = ['< ready', '> 10', '< ready', '> s,0,0,n,9,9']
const FIRST_TURN = [...STATE, '< forward', '< ready']
const HELLO = ['> {"type":"hello"}', '< {"ready":true}', '> {"type":"turn","turn":1}']
const garbled = (text: string) => ({ fault: { kind: 'garbled', text } }) as const

const TOO_MUCH = gone('garbled', 'it wrote more than 65536 characters without the end of a line')

const CASES: readonly Case[] = [
  [
    'capitals',
    lightCycle([...STATE, '< FORWARD'], { fault: LATE }),
    { kind: 'wrong-case', right: 'forward' },
    'answer',
  ],
  [
    'words of a compass',
    lightCycle([...STATE, '< north'], { fault: LATE }),
    { kind: 'wrong-word' },
    'answer',
  ],
  [
    'no ready',
    lightCycle(['< forward'], { fault: { kind: 'slow-start' }, awaited: 'greeting', neverBegan: true }),
    { kind: 'no-greeting' },
    'start',
  ],
  [
    'answers on a terminal only',
    lightCycle([...STATE], { fault: LATE, again: { onTerminal: true } }),
    { kind: 'not-flushed', proof: 'terminal' },
    'answer',
  ],
  [
    'answers when its input is closed, where there is no terminal to try',
    lightCycle([...STATE], { fault: LATE, again: { afterClose: 'forward' } }),
    { kind: 'not-flushed', proof: 'input-closed' },
    'answer',
  ],
  [
    'answers when its input is closed, on a terminal too',
    lightCycle([...STATE], { fault: LATE, again: { afterClose: 'forward', onTerminal: false } }),
    { kind: 'reads-to-end' },
    'answer',
  ],
  [
    'answers when its input is closed, after answers that came in time',
    lightCycle([...FIRST_TURN, '> s,0,1,n,9,8'], {
      turns: [['forward', 'forward']],
      fault: LATE,
      again: { afterClose: 'forward', onTerminal: false },
    }),
    { kind: 'waits-for-more' },
    'rounds',
  ],
  [
    'is in an endless loop on a pipe alone, after answers that came in time',
    lightCycle([...FIRST_TURN, '> s,0,1,n,9,8'], {
      turns: [['forward', 'forward']],
      fault: LATE,
      again: { onTerminal: true },
    }),
    { kind: 'slow-move' },
    'time',
  ],
  [
    'forgets to flush in a later turn',
    lightCycle([...FIRST_TURN, '> s,0,1,n,9,8'], {
      turns: [['forward', 'forward']],
      fault: LATE,
      again: { afterClose: 'forward', onTerminal: true },
    }),
    { kind: 'not-flushed', proof: 'terminal' },
    'rounds',
  ],
  [
    'ends when its input is closed',
    lightCycle([...STATE], { fault: LATE, again: { closing: ended('EOFError: EOF'), onTerminal: false } }),
    { kind: 'waits-for-more', lastError: 'EOFError: EOF' },
    'answer',
  ],
  [
    'answers too late',
    lightCycle([...STATE], { fault: LATE, again: { lateMs: 2_700, cpuMs: 2_650, onTerminal: false } }),
    { kind: 'slow-move', lateMs: 2_700, cpuMs: 2_650, limitMs: 2_000 },
    'answer',
  ],
  [
    'gets ready too late',
    lightCycle([], {
      fault: { kind: 'slow-start' },
      awaited: 'greeting',
      neverBegan: true,
      again: { lateMs: 5_500 },
    }),
    { kind: 'slow-start', lateMs: 5_500, limitMs: 5_000 },
    'start',
  ],
  [
    'did not read the size, and crashed over it',
    lightCycle(['< ready', '< ready', '> 10', '> s,0,0,n,9,9'], { fault: gone('crashed', 'exit code 1') }),
    { kind: 'did-not-wait', line: 'size' },
    'order',
  ],
  [
    'moves before the state',
    lightCycle(['< ready', '> 10', '< ready', '< forward', '> s,0,0,n,9,9'], {
      fault: gone('silent', 'it ended'),
    }),
    { kind: 'did-not-wait', line: 'state' },
    'order',
  ],
  [
    'a second move word in a turn',
    lightCycle([...STATE, '< forward', '< (left is worse)', '< ready', '> s,0,1,n,9,8']),
    { kind: 'two-answers', word: 'left' },
    'output',
  ],
  [
    'a comma',
    longestGroup(['> 0', '< 3,4'], garbled('3,4')),
    { kind: 'wrong-form', form: 'separator' },
    'answer',
  ],
  [
    'brackets',
    longestGroup(['> 0', '< (3, 4)'], garbled('(3,')),
    { kind: 'wrong-form', form: 'brackets' },
    'answer',
  ],
  [
    'base sixteen',
    longestGroup(['> 0', '< a 0'], garbled('a')),
    { kind: 'wrong-form', form: 'hexadecimal' },
    'answer',
  ],
  [
    'decimals',
    longestGroup(['> 0', '< 3.0 4.0'], garbled('3.0')),
    { kind: 'wrong-form', form: 'decimals' },
    'answer',
  ],
  [
    'letters',
    longestGroup(['> 0', '< d5'], garbled('d5')),
    { kind: 'wrong-form', form: 'letters' },
    'answer',
  ],
  [
    'debug text',
    longestGroup(['> 0', '< thinking about 121 cells'], garbled('thinking')),
    { kind: 'extra-output' },
    'output',
  ],
  ['no line feed', longestGroup(['> 0', '< 3 4\\'], { fault: LATE }), { kind: 'no-line-end' }, 'answer'],
  [
    'no move in time from the start',
    longestGroup(['> 0'], { fault: LATE, again: { lateMs: 3_400 } }),
    { kind: 'slow-start', lateMs: 3_400, limitMs: 3_000 },
    'start',
  ],
  [
    'plays on without reading',
    longestGroup(['> 0', '< 0 0', '< 1 0', '> 0 1'], {
      turns: [
        ['0,0', undefined],
        [undefined, '0,1'],
      ],
      fault: gone('out-of-turn', 'it wrote "1 0" before it was asked'),
    }),
    { kind: 'did-not-wait', line: 'last-move' },
    'order',
  ],
  [
    'plays before it knows who it is',
    longestGroup(['< 0 0', '> 1', '> 0 1'], { trial: { seat: 1 }, fault: gone('crashed', 'exit code 1') }),
    { kind: 'did-not-wait', line: 'number' },
    'order',
  ],
  [
    'ended',
    longestGroup(['> 0', '< 0 0', '> 0 1'], {
      turns: [
        ['0,0', undefined],
        [undefined, '0,1'],
      ],
      fault: gone('silent', 'it ended with exit code 0'),
    }),
    { kind: 'exited', detail: 'it ended with exit code 0' },
    'rounds',
  ],
  [
    'crashed with a traceback',
    longestGroup(['> 0'], {
      fault: gone('crashed', 'it ended with exit code 1'),
      errors: 'Traceback (most recent call last):\n  File "bot.py", line 1\nKeyError: 3\n',
    }),
    { kind: 'crashed', lastError: 'KeyError: 3' },
    'answer',
  ],
  [
    'off the board',
    longestGroup(['> 0', '< 12 12'], { fault: { kind: 'illegal', text: '12 12' } }),
    { kind: 'illegal', why: 'column 12, row 12 is off the board: both count from 0, to 10 and 10' },
    'answer',
  ],
  [
    'a Python dictionary',
    json([...HELLO, "< {'move': 'C'}"], garbled("{'move': 'C'}")),
    { kind: 'wrong-form', form: 'python-dict' },
    'answer',
  ],
  [
    'another key',
    json([...HELLO, '< {"Move":"C"}'], garbled('{"Move":"C"}')),
    { kind: 'wrong-form', form: 'key' },
    'answer',
  ],
  [
    'a number for a move',
    json([...HELLO, '< {"move":4}'], garbled('{"move":4}')),
    { kind: 'wrong-form', form: 'not-a-word' },
    'answer',
  ],
  [
    'a move for a greeting',
    json(['> {"type":"hello"}', '< {"move":"C"}'], {
      fault: gone('garbled', 'Cannot read greeting'),
      awaited: 'greeting',
      neverBegan: true,
    }),
    { kind: 'no-greeting' },
    'start',
  ],
  [
    'a line without end, after a legal move',
    json([...HELLO, '< {"move":"C"}', '> {"type":"turn","turn":3}', '< yyyy\\'], {
      turns: [
        ['C', undefined],
        [undefined, 'NW'],
      ],
      fault: TOO_MUCH,
    }),
    { kind: 'too-much' },
    'output',
  ],
  [
    'a long text without a number',
    longestGroup(['> 0', '< 0 0', '> 1 1', '< yyyy\\'], {
      turns: [
        ['0,0', undefined],
        [undefined, '1,1'],
      ],
      fault: TOO_MUCH,
    }),
    { kind: 'too-much' },
    'output',
  ],
  [
    'an occupied square',
    json([...HELLO, '< {"move":"C"}'], {
      trial: { seat: 1 },
      turns: [['C', undefined]],
      fault: { kind: 'illegal', text: 'C' },
    }),
    { kind: 'illegal', why: "C is occupied since turn 1, by the opponent's move" },
    'answer',
  ],
  [
    'answers to news',
    json(
      [...HELLO, '< {"move":"C"}', '> {"type":"played"}', '< {"move":"N"}', '> {"type":"turn","turn":3}'],
      {
        turns: [
          ['C', undefined],
          [undefined, 'NW'],
        ],
        fault: gone('out-of-turn', 'it wrote more'),
      },
    ),
    { kind: 'did-not-wait', line: 'turn' },
    'order',
  ],
  [
    'no flip',
    json([...HELLO, '< {"move":"C"}'], { fault: { kind: 'missed-flip' } }),
    { kind: 'missed-flip' },
    'flip',
  ],
  [
    'a brain that throws',
    observe({ wire: 'brain', fault: gone('crashed', 'its move threw Error: boom') }),
    { kind: 'failed', detail: 'its move threw Error: boom' },
    'answer',
  ],
]

describe('what one round shows', () => {
  test.each(CASES)('%s', (_, seen, cause, check) => {
    const [found, ...more] = diagnose([seen])
    expect(more).toEqual([])
    expect(found).toMatchObject({ cause, check, severity: 'failure' })
    if (found === undefined) return
    for (const sentence of Object.values(describeFinding(found))) expect(sentence).toMatch(/^\S.*[^.]$/)
  })

  test('a round that went well shows nothing', () => {
    expect(diagnose([lightCycle([...STATE, '< forward', '< ready', '> s,0,1,n,9,8', '< left\\r'])])).toEqual(
      [],
    )
    expect(diagnose([longestGroup(['> 0', '< 0 0', '> 0 1', '< 1\\r', '< 0\\r', '> 0 2'])])).toEqual([])
    expect(
      diagnose([json([...HELLO, '< {"move":"C"}', '> {"type":"played"}', '> {"type":"over"}'])]),
    ).toEqual([])
  })

  test('text that came too early is shown, not the answer before it', () => {
    const fault = gone('out-of-turn', 'it wrote "dbg" before it was asked')
    const seen = json([...HELLO, '< {"move":"C"}', '< dbg\\'], { turns: [['C', undefined]], fault })
    expect(diagnose([seen])).toMatchObject([{ cause: { kind: 'out-of-turn' }, got: 'dbg' }])
  })

  test('one that reads hello and waits is told that it did not answer', () => {
    const seen = json(['> {"type":"hello"}'], {
      fault: { kind: 'slow-start' },
      awaited: 'greeting',
      neverBegan: true,
      again: { closing: ended(), onTerminal: false },
    })
    expect(diagnose([seen]).map(describeFinding)).toMatchObject([
      {
        title: 'It did not answer hello with ready',
        fix: 'Answer hello with {"ready":true}, and only turn with a move',
      },
    ])
  })

  test('words sent ahead and words passed over are warnings where the wire allows them', () => {
    const flood = ['< ready', '< forward', '< ready', '< forward', '> 10', '> s,0,0,n,9,9', '> s,0,1,n,9,8']
    expect(diagnose([lightCycle(flood)])).toMatchObject([
      { severity: 'warning', cause: { kind: 'did-not-wait' } },
    ])
    const chat = [...STATE, '< let me see', '< forward', '< ready']
    expect(diagnose([lightCycle(chat)])).toMatchObject([{ severity: 'warning', cause: { kind: 'chatter' } }])
  })
})

/** A round of longest-group as its moves, the bot in seat 0; the last is the illegal one. */
function stones(moves: string): Observation {
  const all = moves.split(' ')
  const turns = all
    .slice(0, -1)
    .map((move, index) => (index % 2 === 0 ? ([move, undefined] as const) : ([undefined, move] as const)))
  return longestGroup([], { turns, fault: { kind: 'illegal', text: all.at(-1) ?? '' } })
}

describe('what all rounds together show', () => {
  test.each([
    ['x and y swapped', ['5,5 2,3 1,4 0,1 6,6 4,0 3,8 7,7 0,1'], 'swapped'],
    ['counts from 1', ['1,1 0,5 2,1 0,6 3,1 0,7 11,1'], 'one-based-writing'],
    ['does not know the last move', ['0,0 5,5 1,0 3,3 3,3', '0,0 9,0 1,0 9,1 9,1'], 'misses-last-move'],
    [
      'marks nothing of the opponent',
      ['3,1 1,3 1,0 2,5 5,2 0,1 1,3', '0,0 5,5 1,1 7,7 2,2 8,3 7,7'],
      'ignores-opponent',
    ],
    ['forgets its own moves', ['0,0 5,5 1,0 6,6 0,0'], 'forgets-own-moves'],
  ])('%s', (_, rounds, belief) => {
    expect(diagnose(rounds.map(stones))).toMatchObject([
      { cause: { kind: 'misbelief', belief }, check: 'reading' },
    ])
  })

  test('players counted from 1: the second begins and the first waits', () => {
    const first = longestGroup(['> 0'], { fault: LATE, again: { closing: ended(), onTerminal: false } })
    const second = longestGroup(['> 1', '< 0 0', '> 0 1'], {
      trial: { seat: 1 },
      turns: [['0,1', undefined]],
    })
    expect(diagnose([first, second])).toMatchObject([{ cause: { kind: 'counts-players-from-one' }, more: 1 }])
  })

  test('the same mistake in several rounds is found once', () => {
    const round = longestGroup(['> 0', '< 3,4'], garbled('3,4'))
    expect(diagnose([round, round, round])).toMatchObject([{ cause: { kind: 'wrong-form' }, more: 2 }])
  })
})
