import { isDeepStrictEqual } from 'node:util'
import { matchesOf, playContest } from '../test/queue/disturbed-contest.fixture.ts'

/**
 * The proof that nothing is lost: a contest whose workers, Redis and arena are killed at random while teams upload bots, against
 * the same contest on one machine that nothing disturbs. `node bench/queue-kills.ts [KILLS] [GAMES OF EACH PAIR] [SEED]`
 */
const [kills = 40, games = 20, seed = 7] = process.argv.slice(2).map(Number)
const all = matchesOf(games)
console.log(`${all} matches, ${kills} kills, seed ${seed}`)
const alone = await playContest({ games, seed, moveMs: 300 })
console.log('the undisturbed contest is over')
const began = performance.now()
const far = await playContest({
  games,
  seed,
  moveMs: 300,
  disturbed: { workers: 3, kills, say: (line) => console.log(line) },
})
const count = (what: RegExp): number => far.killed.filter((name) => what.test(name)).length
console.log(`over after ${Math.round((performance.now() - began) / 1000)} s`)
console.log(
  `killed: ${count(/worker/)} workers, ${count(/Redis/)} times Redis, ${count(/arena/)} times the arena`,
)
console.log(`rounds that were interrupted and played again: ${far.voids}`)
console.log(`uploads acknowledged ${far.uploads.acknowledged}, kept ${far.uploads.kept}`)
const isSame = isDeepStrictEqual([far.standings, far.scores], [alone.standings, alone.scores])
console.log(
  `matches: ${far.matches} of ${all}; the table and all scores are ${isSame ? 'the same' : 'DIFFERENT'}`,
)
for (const [key, score] of Object.entries(alone.scores))
  if (!isDeepStrictEqual(score, far.scores[key]))
    console.log(`  match ${key}: ${JSON.stringify(score)} alone, ${JSON.stringify(far.scores[key])} here`)
process.exitCode = isSame && far.matches === all && far.uploads.kept >= far.uploads.acknowledged ? 0 : 1
