import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { must } from '../base/result.ts'
import type { Challenge } from '../challenges/challenge.ts'
import { makeSpec } from '../match/match.ts'
import type { StdioDialect } from '../protocols/stdio/dialect.ts'
import { firstOpening } from '../runner/first-opening.ts'
import { DIALECTS } from './dialects.ts'
import { findWire, WIRES } from './index.ts'

/** A bot to start from: one source file, and how it is built and run. */
export interface Kit {
  /** The id of the wire it speaks. */
  readonly wire: string
  readonly folder: string
  readonly language: string
  /** The language as people write it. */
  readonly title: string
  /** Programs that build or run it, and the Debian packages they are in. */
  readonly needs: readonly string[]
  readonly debian: readonly string[]
  /** Commands, in order, in the bot's own folder. */
  readonly build: readonly (readonly string[])[]
  readonly run: readonly string[]
  /** The file to make better. */
  readonly edit: string
  /** Other files it needs. */
  readonly with?: readonly string[]
}

/** The starter bots: one folder `kit/LANGUAGE` beside its wire. */
export const readKits = (): readonly Kit[] =>
  WIRES.flatMap(({ id, folder }) => {
    const kits = join(folder, 'kit')
    return foldersIn(kits).map((name) => readKit(id, join(kits, name)))
  })

/** A kit as one of those of a challenge. */
export interface ChallengeKit extends Kit {
  /** Names it among the kits of the challenge: its language, followed by the wire where an earlier kit has that language. */
  readonly name: string
  /** Whether the arena can run it. Other kits connect to the arena from outside. */
  readonly uploads: boolean
}

/** All kits whose bots can play a challenge: those of its own wire first. */
export function kitsFor(challenge: Challenge): readonly ChallengeKit[] {
  const fitting = DIALECTS.filter((dialect) => speaks(dialect, challenge)).map(({ id }) => id)
  const wires = [...new Set([challenge.wire, ...fitting])]
  const all = readKits()
  const taken = new Set<string>()
  return wires
    .flatMap((wire) => all.filter((kit) => kit.wire === wire))
    .map((kit) => {
      const wire = findWire(kit.wire)
      const isFirst = !taken.has(kit.language)
      taken.add(kit.language)
      const suffix = basename(wire?.folder ?? kit.wire)
      return {
        ...kit,
        name: isFirst ? kit.language : `${kit.language}-${suffix}`,
        title: isFirst ? kit.title : `${kit.title} (${suffix})`,
        uploads: wire?.stdio !== undefined,
      }
    })
}

/** Whether a challenge can be told on a stdio wire. */
export function speaks(dialect: StdioDialect, challenge: Challenge): boolean {
  const { game, preset, rules } = challenge
  const spec = must(makeSpec(game, game.presets[preset] ?? {}, rules, 0))
  return dialect.check(firstOpening(challenge, spec)).ok
}

const readKit = (wire: string, folder: string): Kit => ({
  wire,
  folder,
  ...(JSON.parse(readFileSync(join(folder, 'kit.json'), 'utf8')) as Omit<Kit, 'wire' | 'folder'>),
})

const foldersIn = (path: string): readonly string[] =>
  existsSync(path)
    ? readdirSync(path, { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map((entry) => entry.name)
        .sort()
    : []
