import { defineBrain, playMatch, ticTacToe } from '../../src/sdk/index.ts'

const first = defineBrain(ticTacToe, { name: 'first', move: ({ legal }) => legal[0] })
export default first

await playMatch({ challenge: 'tic-tac-toe', brains: [first, first] })
