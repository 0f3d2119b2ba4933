import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import type { LineBody, LogBody, MatchBody } from '../../../../src/api/matches.ts'
import { fetchLogs } from '../../api/matches.ts'
import { useMe } from '../../api/me.ts'
import '../../parts/form.css'
import { useResource } from '../../api/use-resource.ts'
import { placeOfTurn } from '../../story/cursor.ts'
import type { Frame } from '../../story/story.ts'
import { DownloadLink } from './download-link.tsx'
import '../../parts/log.css'
import { TranscriptLines, transcriptText } from '../../parts/transcript-lines.tsx'

interface OwnLogProps {
  readonly match: MatchBody
  /** The position in view. */
  readonly frame: Frame
}

/** The log of the viewer's own player in a match. The organiser sees all logs, others none. */
export function OwnLog({ match: { id, players }, frame }: OwnLogProps) {
  const me = useMe()
  const isMine = me !== undefined && players.some((player) => player.id === me.id)
  const logs = useLogs(id) ?? []
  if (logs.length === 0) return null
  return (
    <section
      className="panel own-log"
      aria-label={isMine ? 'Your bot’s log' : 'Logs of the bots'}
      // Arrow keys scroll the log here; they must not move the replay.
      onKeyDown={(event) => event.stopPropagation()}
      ref={isAskedFor() ? comeIntoView : undefined}
    >
      <header className="own-log-title">
        <h2>{isMine ? 'Your bot’s log' : 'Logs of the bots'}</h2>
        <span className="muted">
          {isMine ? 'Only you and the organiser see this' : 'Only its owner and the organiser see each log'}
        </span>
      </header>
      {logs.map((log) => (
        <SeatLog key={log.player} log={log} match={id} frame={frame} isAlone={logs.length === 1} />
      ))}
    </section>
  )
}

/** Whether the address asks for the log. */
const isAskedFor = (): boolean => new URLSearchParams(window.location.search).has('log')

const seen = new WeakSet<HTMLElement>()

/** Once: the reader may scroll away afterwards. */
function comeIntoView(element: HTMLElement | null): void {
  if (!element || seen.has(element)) return
  seen.add(element)
  element.scrollIntoView({ block: 'nearest' })
}

/** The logs, read again until nothing more will come. */
const useLogs = (match: number): readonly LogBody[] | undefined =>
  useResource(`${match}`, (signal) => fetchLogs(match, signal), {
    everyMs: ({ complete, logs }) => (complete || logs.length === 0 ? undefined : 1_000),
  }).value?.logs

const TABS = ['stderr', 'transcript'] as const
type Tab = (typeof TABS)[number]
const TITLES: Readonly<Record<Tab, string>> = { stderr: 'stderr', transcript: 'Wire' }

interface SeatLogProps {
  readonly log: LogBody
  readonly match: number
  readonly frame: Frame
  readonly isAlone: boolean
}

function SeatLog({ log: { name, player, stderr, lines, note }, match, frame, isAlone }: SeatLogProps) {
  const id = useId()
  const [chosen, setChosen] = useState<Tab>()
  const [search, setSearch] = useState('')
  const tabs = stderr === null ? TABS.slice(1) : TABS
  const tab = chosen ?? (stderr === null || stderr === '' ? 'transcript' : 'stderr')
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => showCurrent(box.current), [tab, frame, lines.length, stderr])
  const text = tab === 'stderr' ? (stderr ?? '') : transcriptText(lines)
  const press = (event: KeyboardEvent): void => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
    const other = tabs.find((one) => one !== tab)
    if (other === undefined) return
    setChosen(other)
    document.getElementById(`${id}-${other}`)?.focus()
  }
  return (
    <div className="seat-log">
      {!isAlone && <h3>{name}</h3>}
      {note !== null && lines.length === 0 && <p className="muted">{note}.</p>}
      <div className="log-tools flow">
        <div role="tablist" aria-label="What to read" onKeyDown={press}>
          {tabs.map((one) => (
            <button
              key={one}
              type="button"
              role="tab"
              id={`${id}-${one}`}
              className="button"
              aria-selected={one === tab}
              aria-controls={`${id}-panel`}
              tabIndex={one === tab ? 0 : -1}
              onClick={() => setChosen(one)}
            >
              {TITLES[one]}
            </button>
          ))}
        </div>
        <input
          type="search"
          aria-label="Only lines with"
          placeholder="Only lines with …"
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
        <DownloadLink text={text} name={`match-${match}-player-${player + 1}-${tab}.txt`} />
      </div>
      <div
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${tab}`}
        className="log-text sunk"
        tabIndex={0}
        ref={box}
      >
        {tab === 'stderr' ? (
          <Errors text={stderr ?? ''} search={search} />
        ) : (
          <Conversation lines={lines} search={search} frame={frame} />
        )}
      </div>
    </div>
  )
}

const has = (text: string, search: string): boolean => text.toLowerCase().includes(search.toLowerCase())

function Errors({ text, search }: { readonly text: string; readonly search: string }) {
  if (text === '') return <p className="muted">The bot wrote nothing to stderr.</p>
  const lines = text.split('\n').filter((line) => has(line, search))
  return lines.length === 0 ? <NoLine /> : <pre>{search === '' ? text : lines.join('\n')}</pre>
}

interface ConversationProps {
  readonly lines: readonly LineBody[]
  readonly search: string
  readonly frame: Frame
}

function Conversation({ lines, search, frame }: ConversationProps) {
  const [first] = lines
  const found = lines.filter(({ text }) => has(text, search))
  if (!first) return <p className="muted">There are no lines yet.</p>
  if (found.length === 0) return <NoLine />
  return (
    <TranscriptLines
      lines={found}
      began={first.at}
      placeOf={({ round, turn }) => placeOfTurn(round, turn + 1)}
      isNow={({ round, turn }) => round === frame.round && turn + 1 === frame.ply}
    />
  )
}

const NoLine = () => <p className="muted">No line has that in it.</p>

/** Scrolls the log, not the page, to the lines of the position in view; a text without turns to its end. */
function showCurrent(box: HTMLElement | null): void {
  if (!box) return
  const now = [...box.querySelectorAll('[aria-current]')]
  const [first, last] = [now[0], now.at(-1)]
  if (!first || !last) {
    if (!box.querySelector('li')) box.scrollTop = box.scrollHeight
    return
  }
  const frame = box.getBoundingClientRect()
  const [top, bottom] = [first.getBoundingClientRect().top, last.getBoundingClientRect().bottom]
  if (top < frame.top) box.scrollTop -= frame.top - top + 8
  else if (bottom > frame.bottom) box.scrollTop += bottom - frame.bottom + 8
}
