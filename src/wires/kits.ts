import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { WIRES } from './index.ts'

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
