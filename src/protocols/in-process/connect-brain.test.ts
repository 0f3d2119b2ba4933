import { ticTacToe } from '../../games/tic-tac-toe/index.ts'
import { misbehave } from '../../../test/bots/misbehave.ts'
import { testConnection } from '../connection.contract.ts'
import { connectBrain } from './connect-brain.ts'

const BRAINS = {
  plays: misbehave({}),
  leaves: {
    name: 'leaver',
    move: () => {
      throw new Error('enough')
    },
  },
  stalls: { name: 'staller', move: () => new Promise<string>(() => {}) },
  garbles: { name: 'garbler', move: () => 7 as unknown as string },
}

testConnection('in-process', {
  game: ticTacToe,
  challenge: 'tic-tac-toe',
  settings: {},
  without: { floods: 'a brain has nothing to write to' },
  connect: (manner, opening) => connectBrain(BRAINS[manner as keyof typeof BRAINS], opening),
})
