import { StringDecoder } from 'node:string_decoder'
import type { BuildLineBody, BuildStepBody } from '../api/bots.ts'

export type BuildEvent =
  | ({ readonly kind: 'step' } & BuildStepBody)
  | ({ readonly kind: 'line' } & BuildLineBody)

/** The events of one build with its trial, from its beginning, for followers that may come late and read slowly. */
export interface BuildProgress {
  /** No event follows any more. */
  readonly isOver: boolean
  /** The events from this number on. The oldest lines are forgotten when there are too many: `missed` counts them. */
  read(from: number): ReadEvents
  /** Calls back after each event and at the end, until the result is called. */
  onChange(callback: () => void): () => void
}

interface ReadEvents {
  readonly events: readonly BuildEvent[]
  /** Where the next reading begins. */
  readonly next: number
  readonly missed: number
}

/** What the build writes to. It never waits for a follower. */
export interface BuildProgressWriter extends BuildProgress {
  step(step: BuildStepBody): void
  /** Output as it comes: it is cut into lines. */
  write(chunk: Buffer | string, from: BuildLineBody['from']): void
  end(): void
}

/** As much as the log that is stored. */
const MAX_CHARACTERS = 64 * 1024
const MAX_LINE = 2000
/** What an event takes beside its text. */
const EVENT_COST = 32

export function openBuildProgress(): BuildProgressWriter {
  const listeners = new Set<() => void>()
  const events: BuildEvent[] = []
  let forgotten = 0
  let size = 0
  let isOver = false
  let latest: BuildStepBody | undefined
  let decoder = new StringDecoder()
  let rest = ''
  let writer: BuildLineBody['from'] = 'arena'

  function add(event: BuildEvent): void {
    events.push(event)
    size += costOf(event)
    while (size > MAX_CHARACTERS) {
      size -= costOf(events.shift()!)
      forgotten++
    }
  }

  function addLine(text: string): void {
    const line = text.replace(/\r$/, '')
    add({
      kind: 'line',
      text: line.length > MAX_LINE ? `${line.slice(0, MAX_LINE)}…` : line,
      from: writer,
    })
  }

  /** A line that has no end yet is complete when something else follows. */
  function endLine(): void {
    const left = rest + decoder.end()
    decoder = new StringDecoder()
    rest = ''
    if (left !== '') addLine(left)
  }

  function tell(): void {
    for (const listener of listeners) listener()
  }

  return {
    get isOver() {
      return isOver
    },
    read(from) {
      const missed = Math.max(0, forgotten - from)
      const later = events.slice(Math.max(0, from - forgotten))
      // The step is told again if it is among what was missed.
      const lost = missed > 0 && !later.some(({ kind }) => kind === 'step') ? latest : undefined
      return {
        events: lost ? [{ kind: 'step', ...lost }, ...later] : later,
        next: forgotten + events.length,
        missed,
      }
    },
    onChange(callback) {
      listeners.add(callback)
      return () => void listeners.delete(callback)
    },
    step(step) {
      endLine()
      latest = step
      add({ kind: 'step', ...step })
      tell()
    },
    write(chunk, from) {
      if (from !== writer) endLine()
      writer = from
      const lines = (rest + (typeof chunk === 'string' ? chunk : decoder.write(chunk))).split('\n')
      // A line without an end must not grow for ever.
      rest = (lines.pop() ?? '').slice(0, MAX_LINE + 1)
      for (const line of lines) addLine(line)
      tell()
    },
    end() {
      endLine()
      isOver = true
      tell()
    },
  }
}

const costOf = (event: BuildEvent): number => EVENT_COST + (event.kind === 'line' ? event.text.length : 0)
