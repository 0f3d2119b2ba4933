import { LRUCache } from 'lru-cache'
import type { Seat } from '../../game/game.ts'
import type { Match } from '../../match/match.ts'
import { gridDocument } from './documents.ts'
import { encodeDocument, type Encoded, type Format } from './format.ts'
import { situation, type Found } from './visit.ts'

/** Characters of boards that are kept. */
const CACHE_SIZE = 32 * 1024 * 1024

export type EncodeGrid = (found: Found, seat: Seat, format: Format, full: boolean) => Encoded

/** Writes the board of a game. A full one takes some 10 ms, so a board is written once for each seat until the match changes. */
export function gridEncoder(): EncodeGrid {
  const known = new LRUCache<string, EncodedGrid>({
    maxSize: CACHE_SIZE,
    sizeCalculation: ({ encoded }) => encoded.body.length,
  })
  return (found, seat, format, full) => {
    const encode = (): Encoded => encodeDocument(format, gridDocument(situation(found), seat, { full }))
    // The players of a game that has not begun may still change.
    if (!found.sight) return encode()
    const match = found.match()
    const key = `${found.id} ${seat} ${format} ${full}`
    const last = known.get(key)
    if (last?.match === match) return last.encoded
    const encoded = encode()
    known.set(key, { match, encoded })
    return encoded
  }
}

interface EncodedGrid {
  readonly match: Match
  readonly encoded: Encoded
}
