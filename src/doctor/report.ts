import { makeTranscript } from '../protocols/stdio/transcript.ts'
import { bytesOfGot } from './bytes-of-got.ts'
import type { Check, Status } from './checks.ts'
import type { Examination } from './examine.ts'
import type { CheckId, Finding } from './finding.ts'
import { lastLines } from './last-error.ts'
import type { Observation } from './observation.ts'
import { describeFinding } from './words.ts'

/** Formats each piece of the report: adds colours, and makes a bot's own text safe for a terminal. */
export type Paint = (style: 'good' | 'bad' | 'doubt' | 'dim' | 'plain', text: string) => string

const MARKS: Readonly<Record<Status, readonly [mark: string, style: Parameters<Paint>[0]]>> = {
  passed: ['✓', 'good'],
  warned: ['!', 'doubt'],
  failed: ['✗', 'bad'],
  noted: ['·', 'dim'],
  'not-tried': ['–', 'dim'],
}

const TITLES: Readonly<Record<CheckId, string>> = {
  start: 'start',
  answer: 'first answer',
  order: 'order',
  output: 'output',
  rounds: 'rounds',
  reading: 'reading',
  flip: 'flip',
  time: 'time',
  end: 'end',
}

/** The report for people: one line for each check, its findings below it. */
export function formatReport({ checks, conforms }: Examination, name: string, paint: Paint): string {
  const failed = checks.filter(({ status }) => status === 'failed').length
  const warned = checks.filter(({ status }) => status === 'warned').length
  const last = conforms
    ? paint('good', `${name} conforms${warned > 0 ? `, with ${count(warned, 'warning')}` : ''}`)
    : paint('bad', `${name} does not conform: ${failed} of ${count(checks.length, 'check')} failed`)
  return [...checks.map((check) => formatCheck(check, paint)), '', last].join('\n')
}

const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`

function formatCheck({ id, status, sentence, findings }: Check, paint: Paint): string {
  const [mark, style] = MARKS[status]
  const head = `${paint(style, mark)} ${TITLES[id].padEnd(13)} ${paint('plain', sentence)}`
  return [head, ...findings.map((finding) => formatFinding(finding, sentence, paint))].join('\n')
}

function formatFinding(finding: Finding, heading: string, paint: Paint): string {
  const { expected, cause, fix, title } = describeFinding(finding)
  const rows: (readonly [string, readonly string[]])[] = [
    ['what', title === heading ? [] : [title]],
    ['where', [describePlace(finding)]],
    ['expected', [expected]],
    ['got', [describeGot(finding)]],
    ['cause', [cause]],
    ['fix', [fix]],
    ['talk', conversation(finding.seen)],
    ['stderr', lastLines(finding.seen.errors, STDERR_LINES)],
  ]
  return rows
    .flatMap(([label, lines]) =>
      lines.map(
        (line, index) => `    ${paint('dim', (index === 0 ? label : '').padEnd(11))}${paint('plain', line)}`,
      ),
    )
    .join('\n')
}

function describePlace({ turn, seen: { trial }, more }: Finding): string {
  const where = turn === undefined ? 'before the first turn' : `turn ${turn}`
  const also = more > 0 ? `, and in ${count(more, 'more round')}` : ''
  return `${where} of round ${trial.number}, in seat ${trial.seat} against ${trial.opponent}${also}`
}

const BYTES_SHOWN = 16
const TALK_LINES = 8
const LINE_WIDTH = 96
const STDERR_LINES = 4

/** The text with its control characters made visible, and the first bytes of it. */
export function describeGot({ got, seen }: Pick<Finding, 'got' | 'seen'>): string {
  if (got === '') return 'nothing'
  const bytes = bytesOfGot(got, seen)
  const hex = hexOf(bytes.subarray(0, BYTES_SHOWN))
  return `${JSON.stringify(shorten(got))} (${count(bytes.length, 'byte')}: ${hex}${bytes.length > BYTES_SHOWN ? ' …' : ''})`
}

const hexOf = (bytes: Uint8Array): string =>
  [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join(' ')

const shorten = (text: string): string =>
  text.length > LINE_WIDTH ? `${text.slice(0, LINE_WIDTH - 1)}…` : text

/** The last lines of what was said: `>` by the host, `<` by the bot. */
function conversation({ moments }: Pick<Observation, 'moments'>): readonly string[] {
  const lines: string[] = []
  const transcript = makeTranscript((line) => lines.push(shorten(line)))
  const decoder = new TextDecoder()
  for (const moment of moments)
    if (moment.kind === 'sent') transcript.add('>', moment.text)
    else transcript.add('<', decoder.decode(moment.bytes, { stream: true }))
  transcript.flush()
  return lines.slice(-TALK_LINES)
}

/** The report for programs. */
export const reportObject = ({ checks, conforms, rounds, wire }: Examination): object => ({
  wire,
  conforms,
  rounds,
  checks: checks.map(({ id, status, sentence, findings }) => ({
    id,
    status,
    sentence,
    findings: findings.map((finding) => {
      const { cause, seen, got, severity, turn, more } = finding
      const { title, cause: why, fix, expected } = describeFinding(finding)
      return {
        kind: cause.kind,
        severity,
        title,
        round: seen.trial.number,
        seat: seen.trial.seat,
        opponent: seen.trial.opponent,
        turn: turn ?? null,
        moreRounds: more,
        expected,
        got: { text: shorten(got), hex: hexOf(bytesOfGot(got, seen).subarray(0, BYTES_SHOWN)) },
        cause: why,
        fix,
        conversation: conversation(seen),
      }
    }),
  })),
})
