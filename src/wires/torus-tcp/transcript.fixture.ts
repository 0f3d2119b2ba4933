import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Seat } from '../../game/game.ts'

/** A conversation of the wire: `>` from server to client, `<` from client to server, `#` what it is about. */
export interface Transcript {
  readonly file: string
  readonly text: string
  readonly settings: Readonly<Record<string, string>>
  readonly seat: Seat
  readonly opponent: readonly string[]
  readonly isServerOnly: boolean
  readonly lines: readonly { readonly from: 'server' | 'client'; readonly text: string }[]
}

const folder = join(import.meta.dirname, 'transcripts')

export const TRANSCRIPTS: readonly Transcript[] = readdirSync(folder)
  .sort()
  .map((file) => {
    const text = readFileSync(join(folder, file), 'utf8')
    const notes = text.split('\n').filter((line) => line.startsWith('#'))
    const [first = '', second = ''] = notes
    const said = text.split('\n').filter((line) => /^[<>] /.test(line))
    return {
      file,
      text,
      settings: Object.fromEntries(
        [...first.matchAll(/(\w+)=(.*?)(?= \w+=|$)/g)].map(([, key, value]) => [key, value]),
      ),
      seat: second.includes('seat 1') ? 1 : 0,
      opponent: (/plays: (.*)/.exec(second)?.[1] ?? '').split(' '),
      isServerOnly: notes.includes('# server only'),
      lines: said.map((line) => ({ from: line.startsWith('>') ? 'server' : 'client', text: line.slice(2) })),
    }
  })
