import { brains } from '../src/brains/quoridor/index.ts'
import { quoridor } from '../src/games/quoridor/index.ts'
import { playLadder } from './strength-ladder.ts'

await playLadder({ game: quoridor, ladder: brains, counted: 'positions' })
