import { beginRecord, endRecord, writeEvent, type RecordHeader, type RecordWriter } from '../match/record.ts'
import type { MatchEvent } from '../match/match.ts'
import { nodeDigest } from '../runner/digest.ts'

/**
 * The record of a match as it grows, line by line: what spectators see. Lines are written when they are read for the first time, from
 * events that are safely on disk.
 */
export interface Feed {
  /** All lines so far, the header first, each with its line feed; the last one is the result once it is over. */
  lines(): readonly string[]
  readonly isOver: boolean
  /** The host failed: this feed gets no more lines, and the match goes on in another feed. */
  readonly isCut: boolean
  /** Calls back whenever there may be new lines. */
  subscribe(listener: () => void): () => void
}

export interface LiveFeed extends Feed {
  /** An event that has been made durable. */
  add(event: MatchEvent): void
  end(): void
  cut(): void
}

export function openFeed(header: RecordHeader, past: readonly MatchEvent[] = []): LiveFeed {
  const listeners = new Set<() => void>()
  let waiting: MatchEvent[] = [...past]
  let lines: string[] | undefined
  let writer: RecordWriter | undefined
  let isOver = false
  let isCut = false
  let isEnded = false

  const announce = (): void => {
    for (const listener of listeners) listener()
  }

  function catchUp(): string[] {
    if (!lines || !writer) {
      const begun = beginRecord(header, nodeDigest)
      lines = [begun.text]
      writer = begun.writer
    }
    for (const event of waiting) {
      const written = writeEvent(writer, event)
      writer = written.writer
      lines.push(...linesOf(written.text))
    }
    waiting = []
    if (isOver && !isEnded) {
      isEnded = true
      // A match that was called off has no result to write.
      if (writer.live.phase === 'over') lines.push(...linesOf(endRecord(writer)))
    }
    return lines
  }

  return {
    lines: catchUp,
    get isOver() {
      return isOver
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    add(event) {
      waiting.push(event)
      announce()
    },
    get isCut() {
      return isCut
    },
    end() {
      isOver = true
      announce()
      listeners.clear()
    },
    cut() {
      isCut = true
      announce()
      listeners.clear()
    },
  }
}

/** The feed of a record that is complete. */
export function finishedFeed(text: string): Feed {
  const lines = linesOf(text)
  return { lines: () => lines, isOver: true, isCut: false, subscribe: () => () => {} }
}

const linesOf = (text: string): string[] => text.match(/[^\n]+\n/g) ?? []
