import type { Exchange, Place } from '../protocols/log-requests.ts'
import type { BotLine } from '../store/store.ts'

/** A line of a log, and the round that it belongs to. */
export type PlacedLine = BotLine & Place

/**
 * Requests and their answers as lines. The same request again, with the same to tell, is only counted: a player that polls ten times a
 * second leaves one line for as long as nothing happens.
 */
export interface ExchangeLines {
  /** The lines that follow from it; none while it is only counted. */
  add(exchange: Exchange, place: Place): readonly PlacedLine[]
  /** What is counted so far, as lines; the count goes on. */
  counted(): readonly PlacedLine[]
  /** Gives the same, and begins to count anew. */
  settle(): readonly PlacedLine[]
}

interface Repeats {
  readonly text: string
  readonly tail: string
  count: number
  first: number
  last: number
  place: Place
}

/** Different requests that are counted beside each other: a player may poll two or three addresses in turn. */
const MAX_COUNTED = 8

export function openExchangeLines(): ExchangeLines {
  const repeats = new Map<string, Repeats>()
  let shown: string | undefined

  const counted = (): readonly PlacedLine[] =>
    [...repeats.values()].flatMap((one) => (one.count > 0 ? [describeRepeats(one)] : []))

  function settle(): readonly PlacedLine[] {
    const lines = counted()
    for (const one of repeats.values()) one.count = 0
    return lines
  }

  return {
    counted,
    settle,
    add(exchange, place) {
      const { request, status, shows, at, ms } = exchange
      const mayRepeat = exchange.isLook || status >= 400
      const key = `${status} ${shows ?? exchange.answer} ${request}`
      const same = repeats.get(key)
      if (same) {
        if (same.count++ === 0) {
          same.first = at
          same.place = place
        }
        same.last = at + ms
        return []
      }
      const before = settle()
      const isNews = !mayRepeat || (shows !== undefined && shows !== shown)
      if (isNews || repeats.size >= MAX_COUNTED) repeats.clear()
      if (shows !== undefined) shown = shows
      if (mayRepeat) {
        const tail = status >= 400 ? `answered ${status} each time` : 'nothing new'
        repeats.set(key, { text: request, tail, count: 0, first: at, last: at, place })
      }
      const { answer } = exchange
      return [
        ...before,
        { ...place, at, text: `< ${request}` },
        { ...place, at: at + ms, text: `> ${status} in ${ms} ms${answer === '' ? '' : ` ${answer}`}` },
      ]
    },
  }
}

function describeRepeats({ text, tail, count, first, last, place }: Repeats): PlacedLine {
  const seconds = ((last - first) / 1000).toFixed(1)
  return { ...place, at: first, text: `< ${text} ×${count} in ${seconds} s, ${tail}` }
}
