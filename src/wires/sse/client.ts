import { show } from '../../base/fields.ts'
import { fail, ok, type Problem, type Result } from '../../base/result.ts'
import { deriveSeed } from '../../base/rng.ts'
import type { AnyGame, Seat } from '../../game/game.ts'
import type { Fault, MatchSpec } from '../../match/match.ts'
import type { Answer, Connection, Contestant, Gone, Opening } from '../../protocols/protocol.ts'
import { PATIENCE_MS } from '../../protocols/patience.ts'
import { dutyOf, hearCommand, isBehind, openAccount, retell, type Account } from './client-account.ts'
import { postCommand, type ArenaAnswer } from './client-command.ts'
import { openInbox } from './client-inbox.ts'
import { followStream, type StreamHappening } from './client-stream.ts'
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
   * How long nothing must have been heard before a command is sent, 100 unless told otherwise. An opponent that cheats by moving
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
/** How long the stream may take to tell of a command that the arena has answered. */
const ECHO_MS = 5_000
/** A battle that is told again is complete after so many silences; with fewer commands than before, the arena has begun it again. */
const RETELL_SILENCES = 20
const SHORTEST_SILENCE_MS = 10
/** For the way of a move to the arena. */
const TRAVEL_MS = 250

/**
 * Lets a player play one battle of the arena. What the opponent does is checked by the rules, and the table is flipped
 * when it breaks them. After trouble the whole battle is heard again, and no command that got through is sent twice.
 */
export function playBattle(player: Contestant, options: BattleOptions): Promise<Result<BattleResult>> {
  return new PlayedBattle(player, options).play()
}

class PlayedBattle {
  readonly #player: Contestant
  readonly #options: BattleOptions
  readonly #game: AnyGame
  readonly #settleMs: number
  readonly #inbox = openInbox<Happening>()
  readonly #ending = new AbortController()
  readonly #stream: ReturnType<typeof followStream>
  #account: Account
  #connection: Connection | undefined
  #connecting: Promise<Connection | Gone> | undefined
  #heardAt = 0
  /** Milliseconds on the player's clock when it was last told. */
  #left: number
  #turn: Turn | undefined
  /** The last command, until the stream has told of it. */
  #sent: Sent | undefined
  #isFlipped = false

  constructor(player: Contestant, options: BattleOptions) {
    const { spec, settleMs = SETTLE_MS, patienceMs = PATIENCE_MS } = options
    this.#player = player
    this.#options = options
    this.#game = spec.game
    this.#settleMs = settleMs
    this.#account = openAccount(spec)
    this.#left = timeOf(spec)
    this.#stream = followStream({ address: addressOf(options, 'start'), patienceMs }, (happening) =>
      this.#inbox.push(happening),
    )
  }

  async play(): Promise<Result<BattleResult>> {
    const { signal } = this.#options
    const stop = (): void => this.#inbox.push({ kind: 'stopped' })
    signal?.addEventListener('abort', stop, { once: true })
    if (signal?.aborted) stop()
    try {
      for (;;) {
        const happening = await this.#inbox.next(this.#patience())
        const result = happening && this.#take(happening)
        if (result) return result
        if (happening === undefined) this.#act()
      }
    } finally {
      signal?.removeEventListener('abort', stop)
      this.#stream[Symbol.dispose]()
      this.#ending.abort()
      await this.#connecting?.catch(() => {})
      await this.#connection?.[Symbol.asyncDispose]()
    }
  }

  #take(happening: Happening): Result<BattleResult> | undefined {
    switch (happening.kind) {
      case 'opened':
        this.#account = retell(this.#account)
        return undefined
      case 'event': {
        const news = readNews(happening.data, this.#game)
        return news && this.#hear(news)
      }
      case 'closed':
        return ok(resultOf(this.#account, verdictByRules(this.#account)))
      case 'failed':
        return { ok: false, problem: happening.problem }
      case 'stopped':
        return fail('stopped', 'Cannot finish the battle: it was stopped')
      case 'decided': {
        if (happening.turn !== this.#turn) return undefined
        const command = readAnswer(this.#player.name, this.#turn.legal, happening.answer, this.#game.id)
        if (!command.ok) return command
        this.#turn.command = command.value
        return undefined
      }
      case 'answered':
        return this.#hearAnswer(happening.to, happening.answer)
    }
  }

  #hear(news: ArenaNews): Result<BattleResult> | undefined {
    this.#heardAt = performance.now()
    switch (news.kind) {
      case 'winner':
        return ok(resultOf(this.#account, verdictFor(this.#account.seat, news.seat)))
      case 'you-are':
        this.#account = { ...this.#account, seat: news.seat, isOpen: true }
        this.#connecting ??= this.#connect(news.seat)
        this.#connecting.catch(this.#breakOff)
        return undefined
      case 'played':
      case 'flipped': {
        const told = hearCommand(this.#account, news)
        this.#account = told.account
        if (told.change) {
          this.#stream.recovered()
          this.#connection?.tell(...told.change)
        }
        if (this.#sent && this.#account.heard > this.#sent.heard) this.#sent = undefined
        if (dutyOf(this.#account) === 'flip') this.#turn?.thinking.abort()
        return undefined
      }
    }
  }

  async #connect(seat: Seat): Promise<Connection | Gone> {
    const connected = await this.#player.connect(
      openingFor(this.#player.name, seat, this.#options, this.#account),
      this.#ending.signal,
    )
    if (!('kind' in connected)) this.#connection = connected
    return connected
  }

  /** How long to listen before acting: for ever, if there is nothing to be done. */
  #patience(): number {
    if (this.#sent) return this.#sent.isTaken ? ECHO_MS : Infinity
    if (isBehind(this.#account)) return RETELL_SILENCES * Math.max(this.#settleMs, SHORTEST_SILENCE_MS)
    const duty = dutyOf(this.#account)
    const isThinking =
      this.#turn?.number === this.#account.match.round.turns && this.#turn.command === undefined
    if (duty === undefined || (duty === 'flip' ? this.#isFlipped : isThinking)) return Infinity
    return Math.max(0, this.#heardAt + this.#settleMs - performance.now())
  }

  #act(): void {
    const { turns } = this.#account.match.round
    if (this.#sent) return this.#hearAgain('it does not tell what was played')
    if (isBehind(this.#account)) return this.#beginAgain()
    if (dutyOf(this.#account) === 'flip') {
      this.#isFlipped = true
      this.#send(FLIP)
    } else if (this.#turn?.number === turns && this.#turn.command) this.#send(this.#turn.command)
    else this.#think()
  }

  #think(): void {
    const { seat = 0, match } = this.#account
    const { state, turns: number } = match.round
    const game = this.#game
    const legal = game.legalMoves(state, seat)
    const asked: Turn = { number, legal, thinking: new AbortController() }
    const [since, view] = [this.#heardAt, game.view(state, seat)]
    const ask = async (): Promise<void> => {
      const connected = await this.#connecting
      const timeLeft = Math.max(0, this.#left - (performance.now() - since) - TRAVEL_MS)
      if (connected === undefined || asked.thinking.signal.aborted) return
      const answer =
        'kind' in connected
          ? connected
          : await connected.ask({ turn: number, view, legal, timeLeft }, endOf(asked.thinking, this.#ending))
      if (!asked.thinking.signal.aborted) this.#inbox.push({ kind: 'decided', turn: asked, answer })
    }
    this.#turn = asked
    ask().catch(this.#breakOff)
  }

  #send(command: Command): void {
    const to: Sent = { heard: this.#account.heard, isTaken: false }
    this.#sent = to
    void postCommand(addressOf(this.#options, 'play'), command, this.#ending.signal).then((answer) =>
      this.#inbox.push({ kind: 'answered', to, answer }),
    )
  }

  #hearAnswer(to: Sent, answer: ArenaAnswer): Result<BattleResult> | undefined {
    switch (answer.kind) {
      case 'taken':
        to.isTaken = true
        this.#left = answer.clock ?? this.#left
        return undefined
      case 'refused':
        return { ok: false, problem: answer.problem }
      case 'troubled':
        // If the stream has told of it meanwhile, it got through.
        if (to === this.#sent) this.#hearAgain(answer.why, answer.retryMs)
        return undefined
    }
  }

  /** Only the whole battle tells whether a command got through. */
  #hearAgain(why: string, retryMs = 0): void {
    this.#sent = undefined
    this.#isFlipped = false
    this.#account = { ...this.#account, isOpen: false }
    this.#stream.reconnect(why, retryMs)
  }

  /** Where the arena had to play it again: what was before does not count. */
  #beginAgain(): void {
    this.#account = { ...this.#account, known: this.#account.heard }
    this.#turn?.thinking.abort()
    this.#turn = undefined
    this.#left = timeOf(this.#options.spec)
    const former = this.#connection
    this.#connection = undefined
    if (this.#account.seat === undefined) return
    this.#connecting = this.#connect(this.#account.seat)
    this.#connecting.catch(this.#breakOff)
    Promise.resolve(former?.[Symbol.asyncDispose]()).catch(this.#breakOff)
  }

  readonly #breakOff = (error: unknown): void =>
    this.#inbox.push({ kind: 'failed', problem: broken(this.#player.name, error) })
}

/** A turn of this player, from the first thought on. */
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
