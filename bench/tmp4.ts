import { openArena } from '../test/hostile/arena.ts'
import { runSuite } from '../test/hostile/suite.ts'
process.env['SECRET_TOKEN'] = 'x'
await using arena = await openArena()
const t = performance.now()
for (const o of await runSuite(arena.bots, arena.opponent)) {
  const bad = o.verdict !== o.contest.verdict || o.contest.through.length || o.contest.leakedMs || o.contest.opponent !== 'plays'
  if (bad) console.log('BAD', JSON.stringify(o))
}
console.log('took', performance.now() - t, arena.callers())
