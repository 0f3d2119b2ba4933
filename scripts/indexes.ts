import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { missingExports } from './missing-exports.ts'

/**
 * Writes the indexes of games, wires, challenges and house brains from the folders: adding one is adding files.
 * With --check it writes nothing and fails if an index is out of date. A file without the export that its name
 * promises would break every command, so it writes nothing then either.
 */
const root = join(import.meta.dirname, '..')
const check = process.argv.includes('--check')

const folders = (path: string): string[] =>
  readdirSync(join(root, path), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort()

const files = (path: string, except: readonly string[]): string[] =>
  readdirSync(join(root, path))
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !except.includes(name))
    .map((name) => name.slice(0, -'.ts'.length))
    .sort()

const camel = (name: string): string => name.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase())

const notice = '// Written by scripts/indexes.ts (npm run indexes) from the folder list: do not edit.\n'

const games = folders('src/games')
const gamesIndex = `${notice}import type { AnyGame } from '../game/game.ts'
${games.map((id) => `import { ${camel(id)} } from './${id}/index.ts'`).join('\n')}

export const GAMES: readonly AnyGame[] = [${games.map(camel).join(', ')}]

export const findGame = (id: string): AnyGame | undefined => GAMES.find((game) => game.id === id)
`

const challenges = files('src/challenges', ['challenge.ts', 'index.ts'])
const challengesIndex = `${notice}import type { Challenge } from './challenge.ts'
${challenges.map((id) => `import { ${camel(id)} } from './${id}.ts'`).join('\n')}

export const CHALLENGES: readonly Challenge[] = [
${challenges.map((id) => `  ${camel(id)},`).join('\n')}
]

export const findChallenge = (id: string): Challenge | undefined => CHALLENGES.find((challenge) => challenge.id === id)
`

const brains = folders('src/brains')
const brainsIndex = `${notice}import type { Brain } from '../game/brain.ts'
${brains.map((id) => `import { brains as ${camel(id)}, cheats as ${camel(id)}Cheats } from './${id}/index.ts'`).join('\n')}
import { RETIRED } from './retired.ts'

/** Those that break the rules. */
const CHEATS: readonly Brain[] = [
${brains.map((id) => `  ...${camel(id)}Cheats,`).join('\n')}
]

/** Those that play by the rules, then those that do not. */
export const BRAINS: readonly Brain[] = [
${brains.map((id) => `  ...${camel(id)},`).join('\n')}
  ...CHEATS,
]

/** The house brain of that name for a game: one made for it, one that plays every game, or one that is retired. */
export const findBrain = (name: string, game: string): Brain | undefined =>
  BRAINS.find((brain) => brain.name === name && brain.game === game) ??
  BRAINS.find((brain) => brain.name === name && brain.game === undefined) ??
  retiredFor(game).find((brain) => brain.name === name)

/** All that play a game, each name once. */
export const brainsFor = (game: string): readonly Brain[] =>
  BRAINS.filter((brain) => findBrain(brain.name, game) === brain)

/** Those that are no rung of a game any more. */
export const retiredFor = (game: string): readonly Brain[] => RETIRED.filter((brain) => brain.game === game)

export const isCheat = (brain: Brain): boolean => CHEATS.includes(brain)
`

const wires = folders('src/wires')
const wiresIndex = `${notice}import type { Wire } from '../protocols/wire.ts'
${wires.map((id) => `import { wire as ${camel(id)} } from './${id}/wire.ts'`).join('\n')}

export const WIRES: readonly Wire[] = [${wires.map(camel).join(', ')}]

export const findWire = (id: string): Wire | undefined => WIRES.find((wire) => wire.id === id)
`

const servers = wires.filter((id) => existsSync(join(root, 'src/wires', id, 'server.ts')))
const serversIndex = `${notice}${servers.map((id) => `import { server as ${camel(id)} } from './${id}/server.ts'`).join('\n')}

/** The wires that wait for players to come; each element keeps the type of what its wire needs of the host. */
export const SERVERS = [${servers.map(camel).join(', ')}] as const
`

const missing = missingExports(root, [
  ...games.map((id) => ({ file: `src/games/${id}/index.ts`, names: [camel(id)] })),
  ...challenges.map((id) => ({ file: `src/challenges/${id}.ts`, names: [camel(id)] })),
  ...brains.map((id) => ({ file: `src/brains/${id}/index.ts`, names: ['brains', 'cheats'] })),
  ...wires.map((id) => ({ file: `src/wires/${id}/wire.ts`, names: ['wire'] })),
  ...servers.map((id) => ({ file: `src/wires/${id}/server.ts`, names: ['server'] })),
])
for (const sentence of missing) console.error(sentence)

let stale = 0
for (const [path, text] of [
  ['src/games/index.ts', gamesIndex],
  ['src/challenges/index.ts', challengesIndex],
  ['src/brains/index.ts', brainsIndex],
  ['src/wires/index.ts', wiresIndex],
  ['src/wires/servers.ts', serversIndex],
] as const) {
  const file = join(root, path)
  const now = existsSync(file) ? readFileSync(file, 'utf8') : ''
  if (now === text || missing.length > 0) continue
  stale++
  if (check) console.error(`${path} is out of date: run npm run indexes`)
  else writeFileSync(file, text)
}
process.exitCode = missing.length > 0 || (check && stale > 0) ? 1 : 0
