import { show } from '../../base/fields.ts'
import { parseObject } from '../../base/json.ts'
import { fail, ok, type Problem, type Result } from '../../base/result.ts'
import { deriveSeed } from '../../base/rng.ts'
import type { Seat } from '../../game/game.ts'
import type { Fault, MatchSpec } from '../../match/match.ts'
import type { Answer, Connection, Contestant, Gone, Opening } from '../../protocols/protocol.ts'
import { ANSWER_MS, endingAfter, mayPass, PATIENCE_MS, retryAfterMs } from '../../protocols/patience.ts'
import { whyUnreachable } from '../../protocols/why-unreachable.ts'
import { dutyOf, hearCommand, isBehind, openAccount, retell, type Account } from './client-account.ts'
import { openInbox } from './client-inbox.ts'
import { ENDED, followStream, refusal, type StreamHappening } from './client-stream.ts'
import { readNews, type ArenaNews } from './client-words.ts'
import { commandOf, FLIP_ACTION, type Command } from './commands.ts'

export interface BattleOptions {
  /** Where the arena is: `http://127.0.0.1:8080`. */
  readonly url: string
  /** `tic-tac-toe` or `quoridor`. */
  readonly challenge: string
  readonly battleId: string
  /** What the opponent is held to; the seed is for the player's own chance. */
  readonly spec: MatchSpec
  /**
   * How long nothing must have been heard before a command is sent, 100 unless told otherwise. Who cheats by moving
   * twice does so at once, and to play on without having read it loses.
   */
  readonly settleMs?: number
  /** How long the arena may be away before it is given up; two minutes unless told otherwise. */
  readonly patienceMs?: number
  /** Stops playing. */
  readonly signal?: AbortSignal
}

export interface BattleResult {
  /** Unknown when the battle ended while the arena could not be heard. */
  readonly verdict: 'win' | 'loss' | 'draw' | 'unknown'
  /** Moves of both players. */
  readonly turns: number
  /** What the opponent did that it must not. */
  readonly cheat?: string
}

/** All that can happen in a battle. */
type Happening =
  | StreamHappening
  | { readonly kind: 'decided'; readonly turn: Turn; readonly answer: Answer }
  | { readonly kind: 'answered'; readonly to: Sent; readonly answer: ArenaAnswer }
  | { readonly kind: 'stopped' }

const SETTLE_MS = 100
/** How long the arena may take to tell everybody of a command that it has answered. */
const ECHO_MS = 5_000
/** A battle that is told again takes no longer than so many silences; then it is one that has begun again. */
const RETELL_SILENCES = 20
const SHORTEST_SILENCE_MS = 10
/** A move has to travel. */
const TRAVEL_MS = 250

/**
 * Lets a player play one battle of the arena. What the opponent does is checked by the rules, and the table is flipped
 * when it breaks them. After trouble the whole battle is heard again, and no command that got through is sent twice.
 */
export async function playBattle(player: Contestant, options: BattleOptions): Promise<Result<BattleResult>> {
  const { spec, settleMs = SETTLE_MS, patienceMs = PATIENCE_MS, signal } = options
  const { game } = spec
  const inbox = openInbox<Happening>()
  const ending = new AbortController()
  let account = openAccount(spec)
  let connection: Connection | undefined
  let connecting: Promise<Connection | Gone> | undefined
  let heardAt = 0
  let left = timeOf(spec)
  let turn: Turn | undefined
  /** The last command, until everybody was told of it. */
  let sent: Sent | undefined
  let isFlipped = false

  function take(happening: Happening): Result<BattleResult> | undefined {
    switch (happening.kind) {
      case 'opened':
        account = retell(account)
        return undefined
      case 'event': {
        const news = readNews(happening.data, game)
        return news && hear(news)
      }
      case 'closed':
        return ok(resultOf(account, verdictByRules(account)))
      case 'failed':
        return { ok: false, problem: happening.problem }
      case 'stopped':
        return fail('stopped', 'Cannot finish the battle: it was stopped')
      case 'decided': {
        if (happening.turn !== turn) return undefined
        const command = readAnswer(player.name, turn.legal, happening.answer, game.id)
        if (!command.ok) return command
        turn.command = command.value
        return undefined
      }
      case 'answered':
        return hearAnswer(happening.to, happening.answer)
    }
  }

  function hear(news: ArenaNews): Result<BattleResult> | undefined {
    heardAt = performance.now()
    switch (news.kind) {
      case 'winner':
        return ok(resultOf(account, verdictFor(account.seat, news.seat)))
      case 'you-are':
        account = { ...account, seat: news.seat, isOpen: true }
        connecting ??= connect(news.seat)
        connecting.catch(breakOff)
        return undefined
      case 'played':
      case 'flipped': {
        const told = hearCommand(account, news)
        account = told.account
        if (told.change) {
          stream.recovered()
          connection?.tell(...told.change)
        }
        if (sent && account.heard > sent.heard) sent = undefined
        if (dutyOf(account) === 'flip') turn?.thinking.abort()
        return undefined
      }
    }
  }

  async function connect(seat: Seat): Promise<Connection | Gone> {
    const connected = await player.connect(openingFor(player.name, seat, options, account), ending.signal)
    if (!('kind' in connected)) connection = connected
    return connected
  }

  const breakOff = (error: unknown): void =>
    inbox.push({ kind: 'failed', problem: broken(player.name, error) })

  /** How long to listen before acting: for ever, if there is nothing to be done. */
  function patience(): number {
    if (sent) return sent.isTaken ? ECHO_MS : Infinity
    if (isBehind(account)) return RETELL_SILENCES * Math.max(settleMs, SHORTEST_SILENCE_MS)
    const duty = dutyOf(account)
    const isThinking = turn?.number === account.match.round.turns && turn.command === undefined
    if (duty === undefined || (duty === 'flip' ? isFlipped : isThinking)) return Infinity
    return Math.max(0, heardAt + settleMs - performance.now())
  }

  function act(): void {
    const { turns } = account.match.round
    if (sent) return hearAgain('it does not tell what was played')
    if (isBehind(account)) return beginAgain()
    if (dutyOf(account) === 'flip') {
      isFlipped = true
      send(FLIP)
    } else if (turn?.number === turns && turn.command) send(turn.command)
    else think()
  }

  function think(): void {
    const { seat = 0, match } = account
    const { state, turns: number } = match.round
    const legal = game.legalMoves(state, seat)
    const asked: Turn = { number, legal, thinking: new AbortController() }
    const [since, view] = [heardAt, game.view(state, seat)]
    const ask = async (): Promise<void> => {
      const connected = await connecting
      const timeLeft = Math.max(0, left - (performance.now() - since) - TRAVEL_MS)
      if (connected === undefined || asked.thinking.signal.aborted) return
      const answer =
        'kind' in connected
          ? connected
          : await connected.ask({ turn: number, view, legal, timeLeft }, endOf(asked.thinking, ending))
      if (!asked.thinking.signal.aborted) inbox.push({ kind: 'decided', turn: asked, answer })
    }
    turn = asked
    ask().catch(breakOff)
  }

  function send(command: Command): void {
    const to: Sent = { heard: account.heard, isTaken: false }
    sent = to
    void postCommand(addressOf(options, 'play'), command, ending.signal).then((answer) =>
      inbox.push({ kind: 'answered', to, answer }),
    )
  }

  function hearAnswer(to: Sent, answer: ArenaAnswer): Result<BattleResult> | undefined {
    switch (answer.kind) {
      case 'taken':
        to.isTaken = true
        left = answer.clock ?? left
        return undefined
      case 'refused':
        return { ok: false, problem: answer.problem }
      case 'troubled':
        // If it was told to everybody meanwhile, it got through.
        if (to === sent) hearAgain(answer.why, answer.retryMs)
        return undefined
    }
  }

  /** Only the whole battle tells whether a command got through. */
  function hearAgain(why: string, retryMs = 0): void {
    sent = undefined
    isFlipped = false
    account = { ...account, isOpen: false }
    stream.reconnect(why, retryMs)
  }

  /** Where the arena had to play it again: what was before does not count. */
  function beginAgain(): void {
    account = { ...account, known: account.heard }
    turn?.thinking.abort()
    turn = undefined
    left = timeOf(spec)
    const former = connection
    connection = undefined
    if (account.seat === undefined) return
    connecting = connect(account.seat)
    connecting.catch(breakOff)
    Promise.resolve(former?.[Symbol.asyncDispose]()).catch(breakOff)
  }

  const stop = (): void => inbox.push({ kind: 'stopped' })
  signal?.addEventListener('abort', stop, { once: true })
  if (signal?.aborted) stop()
  const stream = followStream({ address: addressOf(options, 'start'), patienceMs }, (happening) =>
    inbox.push(happening),
  )
  try {
    for (;;) {
      const happening = await inbox.next(patience())
      const result = happening && take(happening)
      if (result) return result
      if (happening === undefined) act()
    }
  } finally {
    signal?.removeEventListener('abort', stop)
    stream[Symbol.dispose]()
    ending.abort()
    await connecting?.catch(() => {})
    await connection?.[Symbol.asyncDispose]()
  }
}

/** A turn of one's own, from the first thought on. */
interface Turn {
  readonly number: number
  readonly legal: readonly string[]
  readonly thinking: AbortController
  command?: Command
}

interface Sent {
  /** How many commands were known when it was sent. */
  readonly heard: number
  /** Whether the arena has said so. */
  isTaken: boolean
}

/** What the arena says to a command. */
type ArenaAnswer =
  | { readonly kind: 'taken'; readonly clock?: number }
  | { readonly kind: 'troubled'; readonly why: string; readonly retryMs: number }
  | { readonly kind: 'refused'; readonly problem: Problem }

async function postCommand(address: string, command: Command, signal: AbortSignal): Promise<ArenaAnswer> {
  try {
    const response = await fetch(address, {
      method: 'POST',
      redirect: 'error',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(command),
      signal: endingAfter(ANSWER_MS, signal),
    })
    const { status, headers } = response
    const text = await response.text()
    if (mayPass(status))
      return {
        kind: 'troubled',
        why: `it answers ${status}`,
        retryMs: retryAfterMs(headers.get('retry-after')),
      }
    // How the battle has ended comes by the stream.
    if (status === ENDED) return { kind: 'taken' }
    if (!response.ok) return { kind: 'refused', problem: refusal(status, text) }
    const clock = parseObject(text)?.['clock']
    return { kind: 'taken', ...(typeof clock === 'number' && { clock }) }
  } catch (error) {
    return { kind: 'troubled', why: whyUnreachable(error), retryMs: 0 }
  }
}

const FLIP: Command = { action: FLIP_ACTION }

const timeOf = ({ rules: { clock } }: MatchSpec): number => (clock.kind === 'none' ? Infinity : clock.ms)

const addressOf = ({ url, challenge, battleId }: BattleOptions, verb: 'start' | 'play'): string =>
  `${url.replace(/\/+$/, '')}/${challenge}/${verb}/${encodeURIComponent(battleId)}`

const endOf = (...controllers: readonly AbortController[]): AbortSignal =>
  AbortSignal.any(controllers.map(({ signal }) => signal))

/** There is no word for giving up but the flip. */
function readAnswer(name: string, legal: readonly string[], answer: Answer, game: string): Result<Command> {
  switch (answer.kind) {
    case 'move': {
      const word = answer.text.trim().toLowerCase()
      const move = legal.find((each) => each.toLowerCase() === word)
      const { remark } = answer
      if (move !== undefined) return ok({ ...commandOf(game, move), ...(remark && { remark }) })
      return fail(
        'player-failed',
        `Cannot play ${show(answer.text)} for ${name}: it is not a legal move there`,
      )
    }
    case 'flip':
    case 'resign':
      return ok(FLIP)
    case 'gone':
      return fail('player-failed', `Cannot go on playing: ${name} failed (${answer.detail ?? answer.cause})`)
  }
}

const broken = (name: string, error: unknown): Problem => ({
  code: 'player-failed',
  message: `Cannot go on playing: ${name} failed (${error instanceof Error ? error.message : show(error)})`,
})

function resultOf({ seat, match }: Account, verdict: BattleResult['verdict']): BattleResult {
  const { cheat, turns } = match.round
  const cheated = cheat !== undefined && cheat.seat !== seat
  return { verdict, turns, ...(cheated && { cheat: describeCheat(cheat.fault) }) }
}

const verdictFor = (own: Seat | undefined, winner: Seat | undefined): BattleResult['verdict'] =>
  winner === undefined ? 'draw' : winner === own ? 'win' : 'loss'

/** Where the arena does not say it any more. */
function verdictByRules({ seat, match }: Account): BattleResult['verdict'] {
  const round = match.ended.at(-1)
  return round?.end.kind === 'played' ? verdictFor(seat, round.winner) : 'unknown'
}

/** What the opponent did, as the rest of a sentence that begins with its name. */
function describeCheat({ kind, text = '' }: Fault): string {
  if (kind === 'false-flip') return 'flipped the table although nothing was wrong'
  return `played ${show(text)}${kind === 'out-of-turn' ? ' when it was not its turn' : ', which is not allowed there'}`
}

const openingFor = (
  name: string,
  seat: Seat,
  { challenge, spec }: BattleOptions,
  { match }: Account,
): Opening => ({
  challenge,
  game: spec.game.id,
  settings: spec.settings,
  seat,
  names: seat === 0 ? [name, 'opponent'] : ['opponent', name],
  round: 0,
  seed: deriveSeed(spec.seed, 'seat', seat),
  clock: spec.rules.clock,
  startUpMs: spec.rules.startUpMs,
  view: spec.game.view(match.round.state, seat),
})
