import { CHALLENGES } from '../challenges/index.ts'
import { GAMES } from '../games/index.ts'
import { describeClock } from '../match/clock.ts'

/** `gamegrid games`: lists challenges, games and their settings. */
export function listGames(): void {
  console.log('Challenges, for gamegrid play:\n')
  for (const { id, summary, game, rules } of CHALLENGES) {
    console.log(`  ${id.padEnd(15)}${summary}`)
    console.log(`  ${''.padEnd(15)}game ${game.id}, ${describeClock(rules.clock)}, best of ${rules.bestOf}`)
  }
  console.log('\nGames, with what --set can change:\n')
  for (const game of GAMES) {
    console.log(`  ${game.id.padEnd(15)}${game.summary}`)
    console.log(`  ${''.padEnd(15)}presets: ${Object.keys(game.presets).join(', ')}`)
    for (const [name, { expects }] of Object.entries(game.settings))
      console.log(`  ${''.padEnd(15)}${name}=: ${expects}`)
  }
}
