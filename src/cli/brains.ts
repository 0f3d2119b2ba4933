import { cheatsOf, rungsOf, unmeasuredOf } from '../brains/rungs.ts'
import { CHALLENGES } from '../challenges/index.ts'
import { GAMES } from '../games/index.ts'
import { badArgument, unknownName } from './problem.ts'

export interface BrainsFlags {
  readonly json?: boolean
}

/** The house brains of one challenge, or of a game that no challenge plays yet. */
interface Section {
  readonly id: string
  readonly game: { readonly id: string }
}

/** `gamegrid brains`: the house brains of each challenge, the weakest first, and the cheats of each game. */
export function listBrains(name: string | undefined, { json = false }: BrainsFlags): void {
  const sections = readSections(name)
  const ladders = sections.map((section) => ({
    challenge: section.id,
    game: section.game.id,
    brains: brainsOf(section),
  }))
  const cheats = [...new Map(sections.map((section) => [section.game.id, section])).values()].map(
    (section) => ({
      game: section.game.id,
      brains: cheatsOf(section).map(({ name: brain, plays = '' }) => ({ brain: `house:${brain}`, plays })),
    }),
  )
  if (json) return console.log(JSON.stringify({ challenges: ladders, cheats }))

  console.log('House brains, the weakest first. Ratings are those of the ladder of the challenge.')
  for (const { challenge, brains } of ladders) {
    console.log(`\n${challenge}`)
    const width = widest(brains)
    for (const { brain, rating, plusMinus, plays } of brains) {
      const strength = rating === null ? 'not measured' : `${rating} ± ${plusMinus}`
      console.log(`  ${brain.padEnd(width)}  ${strength.padStart(12)}  ${plays}`)
    }
  }
  console.log('\nCheats: they break the rules, so that you can test your bot against them')
  for (const { game, brains } of cheats) {
    console.log(`\n${game}`)
    const width = widest(brains)
    for (const { brain, plays } of brains) console.log(`  ${brain.padEnd(width)}  ${plays}`)
  }
}

function readSections(name: string | undefined): readonly Section[] {
  const all: readonly Section[] = [
    ...CHALLENGES,
    ...GAMES.filter(({ id }) => !CHALLENGES.some(({ game }) => game.id === id)).map((game) => ({
      id: game.id,
      game,
    })),
  ]
  if (name === undefined) return all
  const challenge = all.filter(({ id }) => id === name)
  const wanted = challenge.length > 0 ? challenge : all.filter(({ game }) => game.id === name)
  if (wanted.length > 0) return wanted
  const known = [...new Set(all.flatMap(({ id, game }) => [id, game.id]))]
  throw badArgument(unknownName('game or challenge', name, known).message)
}

/** Those that were not measured first: nothing says how strong they are. */
const brainsOf = (section: Section) => [
  ...unmeasuredOf(section).map(({ name, plays = '' }) => ({
    brain: `house:${name}`,
    rating: null,
    plusMinus: null,
    plays,
  })),
  ...rungsOf(section).map(({ brain, rating, plusMinus, plays }) => ({
    brain: `house:${brain}`,
    rating,
    plusMinus,
    plays,
  })),
]

const widest = (brains: readonly { readonly brain: string }[]): number =>
  Math.max(0, ...brains.map(({ brain }) => brain.length))
