import { expect, test } from 'vitest'
import { firstView, nextView } from '../wires/torus-tcp/tron-view.ts'
import { whyLost } from './why-lost.ts'

const start = firstView({ width: 6, height: 4, walls: [{ x: 1, y: 0 }] }, { x: 1, y: 1 }, { x: 4, y: 1 })
const view = nextView(start, { x: 0, y: 1 }, { x: 4, y: 2 })

test.each([
  ['n', start, 'it drove n into a wall at 1,0'],
  ['e', view, 'it drove e into its own trail at 1,1'],
  ['s', view, '0,2 was free, so its last move s did not reach the server in time'],
  ['w', nextView(view, { x: 5, y: 1 }, { x: 4, y: 3 }), "it drove w into its opponent's trail at 4,1"],
  ['w', nextView(view, { x: 5, y: 2 }, { x: 4, y: 2 }), "it drove w into its opponent's trail at 4,2"],
] as const)('%s lost: %#', (move, position, why) => {
  expect(whyLost(move, position)).toBe(why)
})
