import { describe, expect, test } from 'vitest'
import { must } from '../base/result.ts'
import { SEATS, type AnyGame, type Pair, type Seat } from '../game/game.ts'
import { advance, awaitedSeats, startMatch } from '../match/machine.ts'
import { makeSpec, type MatchEvent } from '../match/match.ts'
import { PLAIN_RULES } from '../match/plain-rules.fixture.ts'
import type { Answer, Connection, Gone, Opening, Question } from './protocol.ts'

/** What the player at the other end of a connection does. */
export const MANNERS = {
  plays: 'always plays the first legal move',
  leaves: 'gets ready and goes away',
  garbles: 'answers with rubbish',
  floods: 'gets ready and writes rubbish without end',
  stalls: 'gets ready and never answers',
} as const
export type Manner = keyof typeof MANNERS

export interface ConnectionContract {
  readonly game: unknown
  readonly challenge: string
  readonly settings: Readonly<Record<string, unknown>>
  /** Manners that are impossible on this wire, and why. */
  readonly without?: Partial<Record<Manner, string>>
  connect(manner: Manner, opening: Opening, signal: AbortSignal): Promise<Connection | Gone>
}

/** Checks every promise of `Connection`, with good and bad players at the other end. */
export function testConnection(name: string, contract: ConnectionContract): void {
  const game = contract.game as AnyGame
  const rules = { ...PLAIN_RULES, clock: { kind: 'none' }, turnLimit: 10_000 } as const
  const spec = must(makeSpec(game, contract.settings, rules, 0))
  const began = READY.reduce((match, event) => advance(match, event).match, startMatch(spec).match)
  const first = began.round.state

  /** Tells a connection everything that a player may have to be told. */
  function tellAll(connection: Connection): void {
    const flips = must(makeSpec(game, contract.settings, { ...rules, illegal: FLIP }, 0))
    let match = startMatch(flips).match
    for (const event of [...READY, ...COMMOTION]) {
      const before = match
      match = advance(before, event).match
      expect(() => connection.tell(before, event, match)).not.toThrow()
    }
    expect(match.ended).toHaveLength(3)
  }

  async function open(
    manner: Manner,
    seat: Seat,
    signal = new AbortController().signal,
  ): Promise<Connection> {
    const opening = openingFor(contract, game, first, seat)
    const connection = await contract.connect(manner, opening, signal)
    if ('kind' in connection)
      expect.fail(`a player that ${MANNERS[manner]} could not start: ${connection.detail}`)
    return connection
  }

  /** Asks its first question; by then the opponent may have played. */
  const askFirst = (connection: Connection, signal = new AbortController().signal): Promise<Answer> =>
    connection.ask(questionFor(game, first, 0, 0), signal)

  const testManner = (manner: Manner, title: string, body: () => Promise<void>): void => {
    if (contract.without?.[manner] === undefined) test(title, body)
  }

  describe(`${name} keeps the connection contract`, () => {
    testManner('plays', 'two players finish a round by the rules', async () => {
      const players: Pair<Connection> = [await open('plays', 0), await open('plays', 1)]
      let match = began
      while (match.phase === 'playing') {
        const { state, turns } = match.round
        const answers = await Promise.all(
          awaitedSeats(match).map(async (seat) => {
            const signal = new AbortController().signal
            return { seat, answer: await players[seat].ask(questionFor(game, state, seat, turns), signal) }
          }),
        )
        for (const { seat, answer } of answers) {
          if (answer.kind !== 'move') expect.fail(`seat ${seat} answered ${JSON.stringify(answer)}`)
          const move = must(game.notation.parseMove(answer.text, state))
          expect(move).toBe(game.legalMoves(state, seat)[0])
          const before = match
          const event = { kind: 'answered', seat, text: answer.text, at: 0 } as const
          match = advance(before, event).match
          for (const player of players) player.tell(before, event, match)
        }
      }
      expect(match.round.turns).toBeGreaterThan(1)
      expect(match.ended[0]?.end.kind).toBe('played')
      await Promise.all(players.map((player) => player[Symbol.asyncDispose]()))
    })

    testManner('leaves', 'a player that leaves is gone, for good', async () => {
      await using connection = await open('leaves', 0)
      const answer = await askFirst(connection)
      expect(answer.kind).toBe('gone')
      if (answer.kind === 'gone') expect(['crashed', 'silent']).toContain(answer.cause)
      expect(await askFirst(connection)).toEqual(answer)
      tellAll(connection)
    })

    testManner('garbles', 'rubbish is an answer like any other', async () => {
      await using connection = await open('garbles', 0)
      const answer = await askFirst(connection)
      if (answer.kind === 'move') expect(game.notation.parseMove(answer.text, first).ok).toBe(false)
      else expect(answer).toMatchObject({ kind: 'gone', cause: 'garbled' })
    })

    testManner('floods', 'a flood is an answer, too, and does no harm', async () => {
      await using connection = await open('floods', 0)
      const before = process.memoryUsage().rss
      const answer = await askFirst(connection)
      if (answer.kind === 'move') expect(game.notation.parseMove(answer.text, first).ok).toBe(false)
      else expect(answer).toMatchObject({ kind: 'gone', cause: 'garbled' })
      expect(process.memoryUsage().rss - before).toBeLessThan(256 * 2 ** 20)
    })

    testManner('stalls', 'a question ends with its signal', async () => {
      await using connection = await open('stalls', 0)
      const controller = new AbortController()
      const answer = askFirst(connection, controller.signal)
      controller.abort()
      expect((await answer).kind).toBe('gone')
    })

    testManner('stalls', 'disposing ends what is still asked, twice does no harm', async () => {
      const connection = await open('stalls', 0)
      const answer = askFirst(connection)
      await connection[Symbol.asyncDispose]()
      await connection[Symbol.asyncDispose]()
      expect((await answer).kind).toBe('gone')
      tellAll(connection)
      expect((await askFirst(connection)).kind).toBe('gone')
    })

    testManner('plays', 'a player may be told anything', async () => {
      await using connection = await open('plays', 1)
      tellAll(connection)
    })
  })
}

const READY: readonly MatchEvent[] = SEATS.map((seat) => ({ kind: 'ready', seat, at: 0 }))

const FLIP = { kind: 'flip', missed: 'forgiven' } as const

/** A cheat, the flip for it, a round that does not count, and one that is given up before it begins. */
const COMMOTION: readonly MatchEvent[] = [
  { kind: 'answered', seat: 0, text: 'x\ny', at: 0 },
  { kind: 'voided', why: 'x\ny', at: 0 },
  { kind: 'voided', why: 'the host failed', at: 0 },
  ...READY,
  { kind: 'flipped', seat: 0, at: 0 },
  { kind: 'flipped', seat: 1, at: 0 },
]

const openingFor = (contract: ConnectionContract, game: AnyGame, state: unknown, seat: Seat): Opening => ({
  challenge: contract.challenge,
  game: game.id,
  settings: contract.settings,
  seat,
  names: ['ann', 'bob'],
  round: 0,
  seed: 1,
  clock: { kind: 'none' },
  startUpMs: 10_000,
  view: game.view(state, seat),
})

const questionFor = (game: AnyGame, state: unknown, seat: Seat, turn: number): Question => ({
  turn,
  view: game.view(state, seat),
  legal: game.legalMoves(state, seat),
  timeLeft: Infinity,
})
