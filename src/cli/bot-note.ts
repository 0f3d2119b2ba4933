import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readObject } from '../base/read-object.ts'
import { writeWholeFile } from '../store/whole-file.ts'
import { orCannotWrite } from './cannot-write.ts'
import { badArgument } from './problem.ts'

/** What `gamegrid.json` in the folder of a bot says about the bot in an arena; the file may also say how it is built. */
export interface BotNote {
  readonly challenge?: string
  /** Its name in the arena. */
  readonly bot?: string
}

const FILE = 'gamegrid.json'

export function readBotNote(folder: string): BotNote {
  const { challenge, bot } = readFile(folder)
  return {
    ...(typeof challenge === 'string' && { challenge }),
    ...(typeof bot === 'string' && { bot }),
  }
}

/** Remembers a bot. All other fields of the file stay. */
export function writeBotNote(folder: string, note: BotNote): void {
  const before = readFile(folder)
  const isNew = Object.entries(note).some(([name, value]) => before[name] !== value)
  if (!isNew) return
  const file = join(folder, FILE)
  const text = `${JSON.stringify({ ...before, ...note }, null, 2)}\n`
  orCannotWrite('file', file, () => writeWholeFile(file, text))
}

function readFile(folder: string): Readonly<Record<string, unknown>> {
  let text: string
  try {
    text = readFileSync(join(folder, FILE), 'utf8')
  } catch {
    return {}
  }
  const file = join(folder, FILE)
  const read = readObject(text)
  if ('object' in read) return read.object
  if (read.at === undefined)
    throw badArgument(`Cannot read ${file}: expected an object like {"challenge": "light-cycle"}`)
  throw badArgument(`${file}:${read.at.line}:${read.at.column}: Cannot read JSON: ${read.why}`)
}
