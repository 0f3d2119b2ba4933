import { duplexPair, Readable, type Duplex } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { must } from '../../base/result.ts'
import { seededRng } from '../../base/rng.ts'
import { torusTron } from '../../challenges/torus-tron.ts'
import type { Brain } from '../../game/brain.ts'
import type { Pair } from '../../game/game.ts'
import { tron, type TronState } from '../../games/tron/index.ts'
import { describeEnd } from '../../match/describe.ts'
import { makeSpec, type Match } from '../../match/match.ts'
import { playMatch } from '../../runner/play-match.ts'
import { misbehave } from '../../../test/bots/misbehave.ts'
import { testConnection } from '../../protocols/connection.contract.ts'
import { connectBrain } from '../../protocols/in-process/connect-brain.ts'
import type { Answer, Contestant, Opening } from '../../protocols/protocol.ts'
import { playOverTcp } from './client.ts'
import { openPeer, type TcpPeer } from './peer.ts'
import { TRANSCRIPTS } from './transcript.fixture.ts'

const playerOf = (brain: Brain): Contestant => ({
  name: brain.name,
  connect: (opening) => connectBrain(brain, opening),
})

const scripted = (moves: readonly string[]): Contestant =>
  playerOf({ name: 'script', move: ({ number }) => moves[number - 1] ?? 'n' })

/** The other end of the wire, one exact piece of text at a time. */
function clientEnd(socket: Duplex) {
  let heard = ''
  let closed = false
  let wake = (): void => {}
  socket.setEncoding('utf8').on('data', (text: string) => {
    heard += text
    wake()
  })
  socket.on('end', () => {
    closed = true
    wake()
  })
  return {
    send: (text: string) => void socket.write(text),
    async hear(length: number): Promise<string> {
      while (heard.length < length && !closed) await new Promise<void>((resolve) => (wake = resolve))
      const text = heard.slice(0, length)
      heard = heard.slice(length)
      return text
    },
    async rest(): Promise<string> {
      while (!closed) await new Promise<void>((resolve) => (wake = resolve))
      return heard
    },
  }
}

interface Arrival {
  readonly name: string
  readonly peer: TcpPeer
}

function arrive(socket: Duplex, onGone: (why: string) => void = () => {}): Promise<Arrival> {
  return new Promise((resolve) => {
    const peer = openPeer(socket, {
      onName: (name) => queueMicrotask(() => resolve({ name, peer })),
      onGone,
    })
  })
}

async function playRound(
  { name, peer }: Arrival,
  settings: object,
  opponent: Contestant,
  seat = 0,
): Promise<Match> {
  const preset = torusTron.game.presets[torusTron.preset]
  const guest: Contestant<TronState> = { name, connect: async (opening) => peer.connect(opening) }
  const contestants: Pair<Contestant> = seat === 0 ? [guest, opponent] : [opponent, guest]
  const spec = must(makeSpec(torusTron.game, { ...preset, ...settings }, torusTron.rules, 1))
  return playMatch({ challenge: torusTron.id, spec, contestants })
}

const SMALL = { width: 5, height: 5, walls: 'none', starts: '1,1 3,3' }

const said = (match: Match): string => describeEnd(match.ended[0] as never, match.spec, ['guest', 'script'])

describe('the server half', () => {
  test.each(TRANSCRIPTS)('speaks as written in $file', async ({ settings, seat, opponent, lines }) => {
    const [near, far] = duplexPair()
    const client = clientEnd(far)
    const arrived = arrive(near)
    let round: Promise<Match> | undefined
    for (const { from, text } of lines) {
      if (from === 'client') client.send(`${text}\n`)
      else {
        round ??= playRound(await arrived, settings, scripted(opponent), seat)
        expect(await client.hear(text.length + 1)).toBe(`${text}\n`)
      }
    }
    expect(await client.rest()).toBe('')
    await round
  })

  test.each([
    ['Ada\n', 'Ada'],
    ['  Ada Lovelace \t\r\n', 'Ada Lovelace'],
    ['\n', ''],
    ['   \n', ''],
    [`${'x'.repeat(200)}\n`, 'x'.repeat(64)],
    [`${'é'.repeat(70)}\n`, 'é'.repeat(64)],
    [`${'🐍'.repeat(70)}\n`, '🐍'.repeat(64)],
    ['a\u001b[2Jb\tc\u202e\n', 'a[2Jb c'],
  ])('%j names itself %j', async (sent, name) => {
    const [near, far] = duplexPair()
    for (const byte of Buffer.from(sent)) far.write(Buffer.from([byte]))
    expect((await arrive(near)).name).toBe(name)
  })

  test('a name that never ends is refused before it fills the memory', async () => {
    const [near, far] = duplexPair()
    const why = new Promise<string>((resolve) => void arrive(near, resolve))
    far.write('x'.repeat(100_000))
    expect(await why).toBe('it sent 1024 characters without a line feed instead of a name')
  })

  test.each([
    ['(n)\n', 'guest sent something unreadable on turn 1 (Cannot read move "(n)": expected one of n w s e)'],
    [
      'north\n',
      'guest sent something unreadable on turn 1 (Cannot read move "north": expected one of n w s e)',
    ],
    ['7 ', 'guest sent something unreadable on turn 1 (Cannot read move "7": expected one of n w s e)'],
    [
      '"n" ',
      'guest sent something unreadable on turn 1 (Cannot read move "\\"n\\"": expected one of n w s e)',
    ],
    [') ', 'guest sent something unreadable on turn 1 (Cannot read datum: expected a datum, not ))'],
    [
      '('.repeat(100_000),
      'guest sent something unreadable on turn 1 (Cannot read datum: expected at most 16 lists within each other)',
    ],
    [
      'x'.repeat(100_000),
      'guest sent something unreadable on turn 1 (Cannot read datum: expected at most 4096 characters)',
    ],
    [
      '\n'.repeat(100_000),
      'guest sent something unreadable on turn 1 (Cannot read datum: expected at most 4096 characters)',
    ],
  ])('%j loses', async (sent, why) => {
    const [near, far] = duplexPair()
    const client = clientEnd(far)
    const arrived = arrive(near)
    client.send('guest\n')
    const round = playRound(await arrived, { walls: 'none' }, scripted(['n']))
    client.send(sent)
    const match = await round
    expect(said(match)).toBe(`script won: ${why}`)
    expect(await client.rest()).toMatch(/\(1 \. 1\)\(35 \. 8\)\nloss\n$/)
  })

  test('moves in any white space, comments and letter case are moves', async () => {
    const [near, far] = duplexPair()
    const client = clientEnd(far)
    const arrived = arrive(near)
    client.send('guest\n \t e\r\n\n; to the east\nE |e|\t')
    const match = await playRound(
      await arrived,
      { width: 9, height: 9, walls: 'none', starts: '1,1 5,5' },
      scripted(['n', 'n', 's']),
    )
    expect(said(match)).toBe('guest won by the opponent driving into its own trail')
  })

  test('whoever closes its end plays what it has sent, loses, and still hears so', async () => {
    const [near, far] = duplexPair()
    const client = clientEnd(far)
    const arrived = arrive(near)
    client.send('guest\n')
    const round = playRound(await arrived, { walls: 'none' }, scripted([]))
    far.end('e e')
    expect(said(await round)).toBe(
      'script won: guest ended without an answer on turn 3 (it closed its connection)',
    )
    expect(await client.rest()).toMatch(/\(3 \. 1\)\(35 \. 6\)\nloss\n$/)
  })

  test('a lost connection loses', async () => {
    const [near, far] = duplexPair()
    const arrived = arrive(near)
    far.write('guest\n')
    const round = playRound(await arrived, { walls: 'none' }, scripted([]))
    near.destroy(Object.assign(new Error('reset'), { code: 'ECONNRESET' }))
    expect(said(await round)).toBe(
      'script won: guest ended without an answer on turn 1 (its connection failed (ECONNRESET))',
    )
  })

  test('a peer that never reads is given up once a mebibyte waits for it', async () => {
    const [server, client] = duplexPair()
    client.write('deaf\n')
    const { peer } = await arrive(server)
    const preset = torusTron.game.presets[torusTron.preset] ?? {}
    const view = tron.setup(must(tron.parseConfig(preset)), seededRng(1))
    const opening: Opening<TronState> = {
      challenge: torusTron.id,
      game: tron.id,
      settings: preset,
      seat: 0,
      names: ['deaf', 'script'],
      round: 0,
      seed: 1,
      clock: { kind: 'none' },
      startUpMs: 1000,
      view,
    }
    const connection = peer.connect(opening)
    const question = { turn: 0, view, legal: ['n'], timeLeft: Infinity }
    let answer: Answer | undefined
    let unsent = 0
    // Each question adds some 20 bytes. The match withdraws it, as it does when a clock runs out.
    for (let turn = 0; turn < 200_000 && answer?.kind !== 'gone'; turn++) {
      unsent = server.writableLength
      const withdrawn = new AbortController()
      const asked = connection.ask(question, withdrawn.signal)
      answer = await Promise.race([asked, Promise.resolve(undefined)])
      withdrawn.abort()
    }
    expect(answer).toEqual({ kind: 'gone', cause: 'silent', detail: 'it does not read' })
    expect(server.writableLength).toBeGreaterThan(2 ** 20)
    expect(unsent).toBeLessThanOrEqual(2 ** 20)
    client.destroy()
  })

  test('the conversation of a round is written down, without a key that was sent in it', async () => {
    const key = `gg_0123456789ab_${'k'.repeat(43)}`
    const [near, far] = duplexPair()
    const client = clientEnd(far)
    const arrived = arrive(near)
    client.send(`${key}\nn\n`)
    const { peer } = await arrived
    const lines: string[] = []
    const settings = { ...torusTron.game.presets[torusTron.preset], ...SMALL }
    const spec = must(makeSpec(torusTron.game, settings, torusTron.rules, 1))
    const guest: Contestant<TronState> = {
      name: 'guest',
      connect: async (opening) => peer.connect(opening, (line) => void lines.push(line)),
    }
    const playing = playMatch({ challenge: torusTron.id, spec, contestants: [guest, scripted(['s', 's'])] })
    await client.hear('(5 . 5)()\n(1 . 1)(3 . 3)\n(1 . 0)(3 . 4)\n'.length)
    client.send(`  ${key}\n`)
    const match = await playing
    expect(lines).toEqual([
      '< [key]',
      '< n',
      '> (5 . 5)()',
      '> (1 . 1)(3 . 3)',
      '> (1 . 0)(3 . 4)',
      '<   [key]',
      '> loss',
    ])
    expect(JSON.stringify(match)).not.toContain(key)
  })

  test('moves sent ahead are waited for, not hoarded', async () => {
    const [near, far] = duplexPair()
    const arrived = arrive(near)
    far.write('guest\n')
    const { peer } = await arrived
    for (let i = 0; i < 200; i++) far.write('n '.repeat(1000))
    await new Promise((resolve) => setImmediate(resolve))
    expect(near.isPaused()).toBe(true)
    expect(peer.isGone).toBe(false)
    expect(far.writableLength).toBeGreaterThan(100_000)
  })
})

testConnection('tcp', {
  game: tron,
  challenge: 'torus-tron',
  settings: { ...tron.presets['torus-tron'], walls: 'none', starts: '1,1 8,8' },
  async connect(manner, opening: Opening<TronState>) {
    const [near, far] = duplexPair()
    const arrived = arrive(near)
    far.on('error', () => {})
    far.resume()
    switch (manner) {
      case 'plays':
        void playOverTcp(far, playerOf(misbehave({})), { seed: 1, moveMs: 5000 })
        break
      case 'leaves':
        far.end('leaver\n')
        break
      case 'garbles':
        far.write('garbler\n(((')
        far.write(') rubbish')
        far.end()
        break
      case 'floods':
        far.write('flooder\n')
        Readable.from(rubbishUntil(() => near.writableEnded)).pipe(far)
        break
      case 'stalls':
        far.write('staller\n')
    }
    return (await arrived).peer.connect(opening)
  },
})

async function* rubbishUntil(isEnough: () => boolean): AsyncGenerator<string> {
  while (!isEnough()) {
    yield 'rubbish'.repeat(10_000)
    await new Promise((resolve) => setImmediate(resolve))
  }
}
