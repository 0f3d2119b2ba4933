import { brains } from '../src/brains/longest-group/index.ts'
import { longestGroup } from '../src/games/longest-group/index.ts'
import { playLadder } from './strength-ladder.ts'

await playLadder({ game: longestGroup, ladder: brains, counted: 'playouts' })
