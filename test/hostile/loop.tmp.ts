import { openArena } from './arena.ts'
import { runSuite } from './suite.ts'
await using arena = await openArena()
for (let i = 0; i < 6; i++)
  for (const o of await runSuite(arena.bots, arena.opponent))
    if (o.contest.leakedMs !== 0 || o.contest.verdict !== o.verdict)
      console.log(i, o.program, o.contest.verdict, o.contest.leakedMs, o.contest.detail)
