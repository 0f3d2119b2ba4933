import { expect, test } from 'vitest'
import { matchesOf, playContest } from './disturbed-contest.fixture.ts'

/** `bench/queue-kills.ts` kills forty times in 300 matches; this is the small version of it. */
test(
  'workers, Redis and the arena are killed while a contest is played: the table is that of one machine, no match twice, none lost',
  { timeout: 600_000 },
  async () => {
    const alone = await playContest({ games: 1, seed: 3, moveMs: 30 })
    const { killed, uploads, ...far } = await playContest({
      games: 1,
      seed: 3,
      moveMs: 30,
      disturbed: { workers: 2, kills: ['worker 1', 'arena', 'Redis', 'worker 2'] },
    })
    expect(killed).toEqual(['worker 1', 'arena', 'Redis', 'worker 2'])
    expect(far.scores).toEqual(alone.scores)
    expect(far.standings).toEqual(alone.standings)
    expect(far.matches).toBe(matchesOf(1))
    expect(uploads.kept).toBeGreaterThanOrEqual(uploads.acknowledged)
  },
)
