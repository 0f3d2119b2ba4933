import type { QuoridorMove } from '../../games/quoridor/index.ts'

/** Written by `node scripts/quoridor-book.ts`, the likeliest positions first, each after a look at so many. */
export const BOOK_NODES = 3_000_000

export const OPENING_BOOK: Readonly<Record<string, QuoridorMove>> = {
  'e1e9 10 10': 'e2',
  'e1e8 10 10': 'e2',
  'e1d9 10 10': 'e2',
  'e2e8 10 10': 'e3',
  'd1d9 10 10': 'd2',
  'd1e8 10 10': 'd2',
  'e1e9 10 9 d8v': 'e2',
  'e2e7 10 10': 'e3',
  'e2d8 10 10': 'e3',
  'd1d8 10 10': 'd2',
  'd1c9 10 10': 'd2',
  'd1e9 10 10': 'd2',
  'e1d9 9 10 d1v': 'e2',
  'e1e8 9 10 d1v': 'e2',
  'e1d9 9 10 e1v': 'e2',
  'e2e8 10 9 d4h': 'e3',
  'd1d9 10 9 c8v': 'd2',
  'd1e8 10 9 d8v': 'e7h',
  'e2e8 10 9 d8v': 'e7h',
  'd1e8 10 9 e8v': 'd2',
  'd1d9 10 9 e8v': 'd2',
  'e1e9 9 9 d1h e1v': 'd1',
  'e1d9 9 9 d8h e8v': 'f1',
}
