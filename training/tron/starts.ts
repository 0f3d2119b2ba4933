import { parseArgs } from 'node:util'
import { BOARDS, linesOf } from '../../bench/tron-chambers.fixture.ts'
import { tron, type TronState } from '../../src/games/tron/index.ts'

/**
 * Prints starts of `bench/tron-chambers.ts` for `versus`: a line "start NUMBER SEAT BOARD" with the seat that moves first, then the
 * position as the chambers program reads it.
 *
 *   npx node training/tron/starts.ts --from 100 --count 20
 */
const { values } = parseArgs({
  options: { from: { type: 'string', default: '0' }, count: { type: 'string', default: '20' } },
})

const from = Number(values.from)
for (let index = from; index < from + Number(values.count); index++)
  for (const { name, opening } of BOARDS) {
    const state = opening(index) as TronState
    const first = tron.toMove(state)[0] ?? 0
    console.log(`start ${index} ${first} ${name.replaceAll(' ', '-').replaceAll('×', 'x')}`)
    process.stdout.write(linesOf(state, first))
  }
