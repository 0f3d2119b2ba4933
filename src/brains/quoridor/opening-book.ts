import type { QuoridorMove } from '../../games/quoridor/index.ts'

export const BOOK_NODES = 4_000_000

export const OPENING_BOOK: Readonly<Record<string, QuoridorMove>> = {
  'e1e9 10 10': 'e2',
}
