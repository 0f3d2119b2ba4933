import { once } from 'node:events'
import { duplexPair } from 'node:stream'
import { describe, expect, test } from 'vitest'
import type { Brain } from '../../game/brain.ts'
import { tron, type TronState } from '../../games/tron/index.ts'
import { must } from '../../base/result.ts'
import { seededRng } from '../../base/rng.ts'
import { connectBrain } from '../../protocols/in-process/connect-brain.ts'
import type { Contestant } from '../../protocols/protocol.ts'
import { playOverTcp } from './client.ts'
import { TRANSCRIPTS } from './transcript.fixture.ts'

const OPTIONS = { seed: 1, moveMs: 5000 }

const playerOf = (brain: Brain): Contestant => ({
  name: brain.name,
  connect: (opening) => connectBrain(brain, opening),
})

const moving = (...moves: readonly string[]): Contestant =>
  playerOf({ name: 'Ada', move: ({ number }) => moves[number - 1] ?? 'n' })

/** What the client says to a server that says all this at once, and how it ends. */
async function against(server: string, player = moving('e', 'e', 'e')) {
  const [near, far] = duplexPair()
  let heard = ''
  far.setEncoding('utf8').on('data', (text: string) => (heard += text))
  const ended = Promise.race([once(far, 'end').catch(() => {}), once(near, 'close').catch(() => {})])
  far.end(server)
  const result = await playOverTcp(near, player, OPTIONS)
  await ended
  return { heard, result }
}

describe('the client half', () => {
  test.each(TRANSCRIPTS.filter(({ isServerOnly }) => !isServerOnly))(
    'speaks as written in $file',
    async ({ lines }) => {
      const [name, ...moves] = lines.filter(({ from }) => from === 'client').map(({ text }) => text)
      const said = lines.filter(({ from }) => from === 'server').map(({ text }) => `${text}\n`)
      const player = { ...moving(...moves), name: name as string }
      const { heard, result } = await against(said.join(''), player)
      expect(heard).toBe([name, ...moves].map((text) => `${text}\n`).join(''))
      expect(result).toEqual({ ok: true, value: lines.at(-1)?.text })
    },
  )

  test('sends a key in place of the name', async () => {
    const [near, far] = duplexPair()
    const key = `gg_0123456789ab_${'k'.repeat(43)}`
    far.end('(error "Cannot play with this key")\n')
    const result = await playOverTcp(near, moving(), { ...OPTIONS, key })
    expect(String(far.setEncoding('utf8').read())).toBe(`${key}\n`)
    expect(result).toMatchObject({
      problem: {
        code: 'server-refused',
        message: 'Cannot play on this server: Cannot play with this key',
      },
    })
  })

  test('shows its brain the very positions the referee sees', async () => {
    const settings = { ...tron.presets['torus-tron'], width: 9, height: 7 }
    const rng = seededRng(5)
    const moves = Array.from(
      { length: 6 },
      (_, turn) => [turn === 5 ? 'n' : 'e', rng.pick(['w', 's'] as const)] as const,
    )
    let state = tron.setup(must(tron.parseConfig({ ...settings, walls: '4,4 2,3', starts: '1,1 7,5' })), rng)
    const states: TronState[] = []
    let server = '(9 . 7)((4 . 4) (2 . 3))\n'
    for (const [own, other] of moves) {
      const [a, b] = state.cycles
      if (a.death ?? b.death) break
      states.push(state)
      server += `(${a.x} . ${a.y})(${b.x} . ${b.y})\n`
      state = tron.play(state, [
        { seat: 0, move: own },
        { seat: 1, move: other },
      ])
    }
    const seen: TronState[] = []
    const [near, far] = duplexPair()
    far.resume()
    far.end(`${server}draw`)
    const player = moving(...moves.map(([own]) => own))
    expect(await playOverTcp(near, player, { ...OPTIONS, onTurn: (view) => seen.push(view) })).toEqual({
      ok: true,
      value: 'draw',
    })
    expect(seen.length).toBeGreaterThan(2)
    expect(seen).toEqual(states)
  })

  test.each([
    ['', 'Cannot finish the game: the server closed the connection'],
    ['(5 . 5)', 'Cannot finish the game: the server closed the connection'],
    ['(5 . 5)()\n(1 . 1)(2 . 2)\n', 'Cannot finish the game: the server closed the connection'],
    ['hello there', 'Cannot understand the server’s size "hello": expected a pair like (37 . 10)'],
    ['(0 . 5)()', 'Cannot understand the server’s size "(0 . 5)": expected a pair like (37 . 10)'],
    ['(5 . 5)7 ', 'Cannot understand the server’s walls "7": expected a list like ((0 . 0) (1 . 0))'],
    [
      '(5 . 5)((5 . 0))',
      'Cannot understand the server’s position "(5 . 0)": expected a cell of the board like (1 . 1)',
    ],
    [
      '(5 . 5)()(1 . 1)lost ',
      'Cannot understand the server’s position "lost": expected a cell of the board like (1 . 1)',
    ],
    ['(5 . 5)) ', 'Cannot understand the server: Cannot read datum: expected a datum, not )'],
    [
      '('.repeat(100_000),
      'Cannot understand the server: Cannot read datum: expected at most 16 lists within each other',
    ],
  ])('%j from a server is answered by a sentence', async (server, message) => {
    expect((await against(server)).result).toMatchObject({ ok: false, problem: { message } })
  })

  test.each<[string, Brain['move'], string]>([
    [
      'throws',
      () => {
        throw new Error('boom')
      },
      'Cannot go on playing: Ada failed (its move threw Error: boom)',
    ],
    ['plays nonsense', () => 'up', 'Cannot play "up" for Ada: expected one of n w s e'],
    ['resigns', (turn) => turn.resign(), 'Cannot go on playing: Ada gave up'],
    [
      'says nothing',
      () => {},
      'Cannot go on playing: Ada failed (its move returned nothing and did not call play)',
    ],
  ])('a brain that %s hangs up', async (_, move, message) => {
    const { result, heard } = await against('(5 . 5)()\n(1 . 1)(3 . 3)\n', playerOf({ name: 'Ada', move }))
    expect(result).toMatchObject({ ok: false, problem: { message } })
    expect(heard).toBe('Ada\n')
  })
})
