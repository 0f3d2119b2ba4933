import { existsSync, globSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { analyseRecord } from '../analysis/analyse-record.ts'
import type { Result } from '../base/result.ts'
import { findGame } from '../games/index.ts'
import { turnsOfRecord, type TurnRow } from '../match/turns-of-record.ts'
import { nodeDigest } from '../runner/digest.ts'
import { writeWholeFile } from '../store/whole-file.ts'
import { orCannotWrite } from './cannot-write.ts'
import { badArgument, CommandError } from './problem.ts'
import { readCount } from './read-count.ts'
import { readRecordText } from './read-record-text.ts'

export interface ExportFlags {
  readonly out: string
  readonly evaluate?: string
}

/** What the strongest house brain says of a move; null without `--evaluate`. */
interface Evaluation {
  readonly best: string | null
  readonly value: number | null
  readonly loss: number | null
}

/** A row of the table. */
export type ExportedRow = { readonly record: string } & TurnRow & Evaluation

/** `gamegrid export`: writes all turns of records as a table, for people who count or train. */
export async function exportTurns(paths: readonly string[], { out, evaluate }: ExportFlags): Promise<void> {
  const nodes = evaluate === undefined ? undefined : readCount('evaluate', evaluate, 1, 1e9)
  if (!/\.(jsonl|parquet)$/.test(out))
    throw badArgument(`Cannot write ${JSON.stringify(out)}: expected a name that ends in .jsonl or .parquet`)
  const files = paths.flatMap(recordsAt)
  const rows = files.flatMap((file) => rowsOf(file, nodes))
  const table = out.endsWith('.jsonl')
    ? rows.map((row) => `${JSON.stringify(row)}\n`).join('')
    : await parquetOf(rows)
  orCannotWrite('table', out, () => writeWholeFile(out, table))
  console.log(
    `Written: ${out}, ${rows.length} turns of ${files.length === 1 ? '1 record' : `${files.length} records`}`,
  )
}

/** The records of a path: itself, or those of the folder of a tournament. */
function recordsAt(path: string): readonly string[] {
  if (!existsSync(path))
    throw badArgument(`Cannot find ${JSON.stringify(path)}: there is no such file or folder`)
  if (statSync(path).isFile()) return [path]
  const folder = existsSync(join(path, 'records')) ? join(path, 'records') : path
  const files = globSync('*.jsonl', { cwd: folder })
    .filter((name) => !name.endsWith('.calls.jsonl'))
    .toSorted()
    .map((name) => join(folder, name))
  if (files.length === 0)
    throw badArgument(`Cannot find records in ${JSON.stringify(path)}: no file ends in .jsonl`)
  return files
}

function rowsOf(file: string, nodes: number | undefined): readonly ExportedRow[] {
  const text = readRecordText(file)
  const orRefuse = <T>(read: Result<T>): T => {
    if (read.ok) return read.value
    throw new CommandError(`${read.problem.message} (${file})`, 1)
  }
  const rows = orRefuse(turnsOfRecord(text, findGame, nodeDigest))
  const rounds =
    nodes === undefined ? [] : orRefuse(analyseRecord(text, nodes, findGame, { digest: nodeDigest })).rounds
  const judged = new Map(
    rounds.flatMap(({ round, moves }) => moves.map((move) => [`${round} ${move.turn} ${move.seat}`, move])),
  )
  return rows.map((row) => {
    const {
      best = null,
      value = null,
      loss = null,
    } = judged.get(`${row.round} ${row.turn} ${row.seat}`) ?? {}
    return { record: basename(file, '.jsonl'), ...row, best, value, loss }
  })
}

/** Every column has a type of its own, so that a table without rows, or a column without values, has it, too. */
const COLUMNS = {
  record: 'STRING',
  challenge: 'STRING',
  game: 'STRING',
  seed: 'DOUBLE',
  round: 'INT32',
  turn: 'INT32',
  seat: 'INT32',
  player: 'STRING',
  bot: 'STRING',
  position: 'STRING',
  legal: 'STRING',
  move: 'STRING',
  played: 'BOOLEAN',
  cause: 'STRING',
  score: 'DOUBLE',
  ms: 'DOUBLE',
  clockMs: 'DOUBLE',
  tokensIn: 'INT32',
  tokensOut: 'INT32',
  usd: 'DOUBLE',
  calls: 'INT32',
  retries: 'INT32',
  failures: 'STRING',
  outcome: 'INT32',
  best: 'STRING',
  value: 'DOUBLE',
  loss: 'DOUBLE',
  hash: 'STRING',
} as const satisfies Readonly<Record<keyof ExportedRow, string>>

async function parquetOf(rows: readonly ExportedRow[]): Promise<Uint8Array> {
  const { parquetWriteBuffer } = await import('hyparquet-writer')
  const cell = (row: ExportedRow, name: keyof ExportedRow): unknown => {
    const value = row[name]
    return Array.isArray(value) ? value.join(' ') : value
  }
  const buffer = parquetWriteBuffer({
    columnData: Object.entries(COLUMNS).map(([name, type]) => ({
      name,
      type,
      nullable: true,
      data: rows.map((row) => cell(row, name as keyof ExportedRow)),
    })),
  })
  return new Uint8Array(buffer)
}
