import type { QuoridorMove } from '../../games/quoridor/index.ts'

/** Written by `node scripts/quoridor-book.ts`, the likeliest positions first, each after a look at so many. */
export const BOOK_NODES = 1_000_000

export const OPENING_BOOK: Readonly<Record<string, QuoridorMove>> = {
  'e1e9 10 10': 'e2',
  'e1e8 10 10': 'e2',
  'e2e8 10 10': 'e3',
  'e2e7 10 10': 'e3',
  'e1d9 10 10': 'e2',
  'd1e8 10 10': 'd2',
  'e2d8 10 10': 'e3',
  'e2e8 10 9 d8h': 'e3',
  'd1d9 10 10': 'd2',
  'e2d9 10 9 e5h': 'e3',
  'e2d9 10 9 e7h': 'e3',
  'd1e9 10 9 c7h': 'd2',
  'd1d8 10 10': 'd2',
  'd1f9 10 10': 'd2',
  'e1d8 9 10 c2h': 'e2',
  'e1e9 9 10 c2h': 'e2',
  'd1f8 10 10': 'd2',
  'd1e9 10 10': 'd2',
  'd1c9 10 10': 'd2',
  'd1d9 10 9 d8v': 'd2',
}
