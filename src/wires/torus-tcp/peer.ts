import { StringDecoder } from 'node:string_decoder'
import type { Duplex } from 'node:stream'
import { hideKeys } from '../../base/hide-keys.ts'
import { must, type Result } from '../../base/result.ts'
import { createDatumReader, writeDatum, type Datum, type ReaderLimits } from '../../base/s-expression.ts'
import type { Seat } from '../../game/game.ts'
import { tron, type TronState } from '../../games/tron/index.ts'
import { endedRound } from '../../match/changes.ts'
import type { RoundResult } from '../../match/match.ts'
import type { Answer, Connection, Gone, Opening, Question, Timing } from '../../protocols/protocol.ts'
import { makeTranscript, NO_TRANSCRIPT, type TranscriptLimits } from '../../protocols/stdio/transcript.ts'
import { cleanName, formatMap, formatTurn, type Verdict } from './words.ts'

export interface PeerOptions {
  /** Called once, with the player's name; '' if it has none. */
  onName(name: string): void
  /** Called once if the player leaves, or must leave, before it plays; after that, leaving is an answer. */
  onGone(why: string): void
  /** Delivers an answer, perhaps later; its time has already stopped. Without it, answers are delivered at once. */
  handOver?(deliver: () => void): void
}

/** A player at the other end of a socket. */
export interface TcpPeer {
  /** Whether it can still be played with. */
  readonly isGone: boolean
  /** Plays a round; a connection is good for one. */
  connect(opening: Opening<TronState>, onTranscript?: (line: string) => void): Connection<TronState>
  /** Ends the connection after what was sent, and these last words, have arrived. */
  end(last?: string): void
}

/** A name needs 64 characters; this leaves room for white space around it. */
export const MAX_NAME_LINE = 1024
/** A move is one letter. A line may be long, because a client may well put spaces between its moves. */
const ANSWER_LIMITS: ReaderLimits = { maxSize: 4096, maxDepth: 16, maxLine: 65_536 }
/** At most so many moves sent ahead are kept; then the socket is paused (back-pressure). */
const MAX_AHEAD = 4096
/** Characters of the name and of moves sent ahead of the round that its transcript shows. */
const MAX_EARLY = 4096
/** The log of the player bounds the whole. */
const TRANSCRIPT_LIMITS: TranscriptLimits = { line: 4096, total: Infinity }
/** A peer with more unread bytes than this does not read. */
const MAX_UNSENT = 2 ** 20

export function openPeer(socket: Duplex, options: PeerOptions): TcpPeer {
  const decoder = new StringDecoder('utf8')
  const reader = createDatumReader(ANSWER_LIMITS)
  let phase: 'naming' | 'named' | 'ended' = 'naming'
  let line = ''
  let gone: Gone | undefined
  let isPlaying = false
  let answered: ((answer: Answer) => void) | undefined
  let timing: Timing | undefined
  let transcript = NO_TRANSCRIPT
  /** What came before the round began, for the transcript. */
  let early = ''

  socket.on('data', (chunk: Buffer) => {
    if (phase === 'ended') return
    const text = decoder.write(chunk)
    if (phase === 'naming') hearName(text)
    else hear(text)
  })
  socket.on('end', () => {
    if (phase === 'named') reader.end()
    leave('it closed its connection')
  })
  socket.on('error', (error: NodeJS.ErrnoException) =>
    leave(`its connection failed (${error.code ?? error.message})`),
  )
  socket.on('close', () => leave('its connection was lost'))

  function hearName(text: string): void {
    line += text
    const end = line.indexOf('\n')
    if ((end === -1 ? line.length : end) > MAX_NAME_LINE)
      return leave(`it sent ${MAX_NAME_LINE} characters without a line feed instead of a name`)
    if (end === -1) return
    const rest = line.slice(end + 1)
    const name = cleanName(line.slice(0, end))
    line = ''
    early = `${hideKeys(name)}\n`
    phase = 'named'
    options.onName(name)
    hear(rest)
  }

  function hear(text: string): void {
    if (isPlaying) transcript.add('<', text)
    else early = (early + text).slice(0, MAX_EARLY)
    reader.feed(text)
    answerNow()
    if (answered === undefined && reader.waiting > MAX_AHEAD) socket.pause()
  }

  /** The first cause wins. Moves that came before it are still played. */
  function leave(detail: string): void {
    if (gone || phase === 'ended') return
    gone = { kind: 'gone', cause: 'silent', detail }
    transcript.add('!', `${detail}\n`)
    if (isPlaying) answerNow()
    else options.onGone(detail)
  }

  function answerNow(): void {
    if (answered === undefined) return
    const answer = readAnswer()
    if (answer === undefined) {
      if (socket.isPaused()) socket.resume()
      return
    }
    const give = answered
    answered = undefined
    timing?.heard()
    if (options.handOver) options.handOver(() => give(answer))
    else give(answer)
  }

  function readAnswer(): Answer | undefined {
    const read = phase === 'ended' ? undefined : reader.next()
    return read === undefined ? gone : answerOf(read)
  }

  function say(text: string): void {
    if (phase === 'ended' || !socket.writable) return
    transcript.add('>', text)
    socket.write(text)
  }

  function end(last = ''): void {
    if (phase === 'ended') return
    phase = 'ended'
    gone ??= { kind: 'gone', cause: 'silent', detail: 'its connection was ended' }
    answered?.(gone)
    if (last !== '') transcript.add('>', last)
    transcript.flush()
    if (socket.writable) socket.end(last)
    // Read on: a socket closed with unread input resets the connection, and the verdict might be lost.
    socket.resume()
  }

  function connect(
    opening: Opening<TronState>,
    onTranscript?: (line: string) => void,
  ): Connection<TronState> {
    const { seat } = opening
    isPlaying = true
    if (onTranscript) transcript = makeTranscript((text) => onTranscript(hideKeys(text)), TRANSCRIPT_LIMITS)
    transcript.add('<', early)
    early = ''
    say(formatMap(must(tron.parseConfig(opening.settings))))
    return {
      ask(question, signal, itsTiming) {
        timing = itsTiming
        return ask(question, seat, signal)
      },
      tell(before, _event, after) {
        const ended = endedRound(before, after)
        const verdict = ended && verdictFor(seat, ended)
        if (verdict) end(`${verdict}\n`)
      },
      async [Symbol.asyncDispose]() {
        end()
      },
    }
  }

  function ask({ view }: Question<TronState>, seat: Seat, signal: AbortSignal): Promise<Answer> {
    const [first, second] = view.cycles
    say(seat === 0 ? formatTurn(first, second) : formatTurn(second, first))
    return new Promise((resolve) => {
      const giveUp = (): void => settle({ kind: 'gone', cause: 'timeout' })
      const settle = (answer: Answer): void => {
        signal.removeEventListener('abort', giveUp)
        answered = undefined
        resolve(answer)
      }
      signal.addEventListener('abort', giveUp, { once: true })
      if (socket.writableLength > MAX_UNSENT)
        return settle({ kind: 'gone', cause: 'silent', detail: 'it does not read' })
      answered = settle
      answerNow()
    })
  }

  return {
    get isGone() {
      return gone !== undefined || phase === 'ended'
    },
    connect,
    end,
  }
}

const answerOf = (read: Result<Datum>): Answer =>
  read.ok
    ? { kind: 'move', text: hideKeys(writeDatum(read.value)) }
    : { kind: 'gone', cause: 'garbled', detail: hideKeys(read.problem.message) }

/** A round that did not count has no verdict. */
function verdictFor(seat: Seat, { end, winner, seats }: RoundResult): Verdict | undefined {
  if (end.kind === 'void') return undefined
  if (winner === undefined) return 'draw'
  return seats[seat] === winner ? 'win' : 'loss'
}
