import { useEffect, useRef, useState } from 'react'
import type { JudgingBody } from '../../../../src/api/judging.ts'
import { saveOwnMark } from '../../api/judging.ts'
import { readTyped } from './read-typed.ts'

/** After the last key, a mark is sent so many milliseconds later. */
const PAUSE_MS = 600
/** While the server cannot be reached, it is tried again after so many. */
const RETRY_MS = 2_000

/** The server may take these later: the mark stays, and is sent again. */
export const PASSING: ReadonlySet<string> = new Set([
  'server-lost',
  'server-error',
  'busy',
  'too-fast',
  'too-slow',
  'disk-full',
])

export interface Marks {
  /** What stands in the field of an entrant. */
  readonly textOf: (entrant: string) => string
  /** The mark that counts now: what was typed, if it can be read, else what is saved. */
  readonly markOf: (entrant: string) => number | null
  /** Why a mark is not taken. */
  readonly problemOf: (entrant: string) => string | undefined
  readonly isSaved: (entrant: string) => boolean
  /** Marks that were typed and are not saved yet, but can be. */
  readonly waiting: number
  /** Marks that were typed and are not taken. */
  readonly refused: number
  readonly isLost: boolean
  readonly type: (entrant: string, text: string) => void
}

/**
 * The marks of one judge: typed text is kept in this browser until the server has it, so a lost connection loses nothing. `onSaved` reads
 * the rows again.
 */
export function useMarks(
  token: string,
  { rows, points: max }: JudgingBody,
  onSaved: () => Promise<void>,
): Marks {
  const [drafts, setDrafts] = useState<Texts>(() => readDrafts(token))
  const [saved, setSaved] = useState<Readonly<Record<string, number | null>>>({})
  const [refused, setRefused] = useState<Texts>({})
  const [isLost, setLost] = useState(false)
  const [tries, setTries] = useState(0)
  const now = useRef(drafts)
  now.current = drafts
  const isBusy = useRef(false)

  const savedOf = (entrant: string): number | null =>
    saved[entrant] === undefined
      ? (rows.find((row) => row.entrant === entrant)?.mark ?? null)
      : saved[entrant]
  const isSendable = (entrant: string): boolean =>
    refused[entrant] === undefined && readTyped(drafts[entrant] ?? '', max).ok
  const waiting = Object.keys(drafts).filter(isSendable)
  // Rows that were read after the last mark was saved have it, and what was corrected elsewhere since.
  useEffect(() => setSaved({}), [rows])

  const change = (next: Texts): void => {
    now.current = next
    setDrafts(next)
    keepDrafts(token, next)
  }

  const send = async (): Promise<void> => {
    if (isBusy.current) return
    isBusy.current = true
    let hasFailed = false
    let hasSaved = false
    for (const entrant of waiting) {
      const text = now.current[entrant]
      const mark = text === undefined ? undefined : readTyped(text, max)
      if (text === undefined || !mark?.ok) continue
      const answer = await saveOwnMark(token, { entrant, points: mark.value })
      if (answer.ok) {
        hasSaved = true
        setSaved((before) => ({ ...before, [entrant]: mark.value }))
        // A newer text is a draft of its own.
        if (now.current[entrant] === text) change(without(now.current, entrant))
      } else if (PASSING.has(answer.problem.code)) {
        hasFailed = true
        break
      } else setRefused((before) => ({ ...before, [entrant]: answer.problem.message }))
    }
    isBusy.current = false
    setLost(hasFailed)
    setTries((count) => count + 1)
    // A request under way may have read the rows before: this one aborts it.
    if (hasSaved) await onSaved()
  }

  useEffect(() => {
    if (waiting.length === 0) return
    const timer = setTimeout(() => void send(), isLost ? RETRY_MS : PAUSE_MS)
    return () => clearTimeout(timer)
  }, [drafts, tries])
  useEffect(() => {
    const again = (): void => setTries((count) => count + 1)
    window.addEventListener('online', again)
    return () => window.removeEventListener('online', again)
  }, [])

  return {
    textOf: (entrant) => drafts[entrant] ?? String(savedOf(entrant) ?? ''),
    markOf(entrant) {
      const typed = drafts[entrant] === undefined ? undefined : readTyped(drafts[entrant], max)
      return typed?.ok ? typed.value : savedOf(entrant)
    },
    problemOf(entrant) {
      if (drafts[entrant] === undefined) return undefined
      const typed = readTyped(drafts[entrant], max)
      return typed.ok ? refused[entrant] : typed.problem.message
    },
    isSaved: (entrant) => drafts[entrant] === undefined && savedOf(entrant) !== null,
    waiting: waiting.length,
    refused: Object.keys(drafts).length - waiting.length,
    isLost,
    type(entrant, text) {
      setRefused((before) => without(before, entrant))
      change({ ...now.current, [entrant]: text })
    },
  }
}

type Texts = Readonly<Record<string, string>>

function without(texts: Texts, entrant: string): Texts {
  const { [entrant]: _gone, ...rest } = texts
  return rest
}

/** The id of the link, which is no secret, names the place. */
const placeOf = (token: string): string => `gamegrid-marks-${token.split('.')[0] ?? ''}`

function readDrafts(token: string): Texts {
  try {
    return JSON.parse(localStorage.getItem(placeOf(token)) ?? '{}') as Texts
  } catch {
    return {}
  }
}

function keepDrafts(token: string, drafts: Texts): void {
  try {
    if (Object.keys(drafts).length === 0) localStorage.removeItem(placeOf(token))
    else localStorage.setItem(placeOf(token), JSON.stringify(drafts))
  } catch {
    // Without storage the marks live as long as the page.
  }
}
