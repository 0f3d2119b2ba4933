import { Suspense, useEffect, useId, useState } from 'react'
import { CannotFetchPart, late } from '../parts/late.tsx'
import type { ChallengeBody, KitBody } from '../../../src/api/challenges.ts'
import { kitUrl } from '../api/challenges.ts'
import { fetchKitSource } from '../api/kits.ts'
import { useResource } from '../api/use-resource.ts'
import { keepDraft, readDraft, type Draft } from './drafts.ts'
import type { SourcePlace } from './first-error.ts'

// CodeMirror is as large as all other parts of the page together.
const SourceEditor = late(() => import('./source-editor.tsx'), 'SourceEditor', CannotFetchPart)

interface WriteSourceProps {
  readonly challenge: ChallengeBody
  /** Kits whose bots the arena runs; at least one. */
  readonly kits: readonly KitBody[]
  readonly kit: KitBody
  readonly onKit: (language: string) => void
  /** Counts up when the draft was changed from outside, by a dropped file. */
  readonly edition: number
  readonly isBusy: boolean
  readonly onUpload: (draft: Draft) => void
  readonly place: SourcePlace | undefined
}

/** One source file in an editor, which begins with the kit of a language. */
export function WriteSource(props: WriteSourceProps) {
  const { challenge, kits, kit, onKit, edition } = props
  const id = useId()
  const [resets, setResets] = useState(0)
  /** The text that the kit has replaced. */
  const [before, setBefore] = useState<{ readonly language: string; readonly draft: Draft }>()
  const replace = (draft: Draft | undefined): void => {
    const given = readDraft(challenge.id, kit.language)
    setBefore(given && !draft ? { language: kit.language, draft: given } : undefined)
    keepDraft(challenge.id, kit.language, draft)
    setResets(resets + 1)
  }
  return (
    <div className="write-source">
      <div className="write-tools flow">
        <div className="field">
          <label htmlFor={`${id}-language`}>Language</label>
          <select id={`${id}-language`} value={kit.language} onChange={({ target }) => onKit(target.value)}>
            {kits.map(({ language, title }) => (
              <option key={language} value={language}>
                {title}
              </option>
            ))}
          </select>
        </div>
        {before?.language === kit.language ? (
          <button type="button" className="button" onClick={() => replace(before.draft)}>
            Bring my text back
          </button>
        ) : (
          <button type="button" className="button" onClick={() => replace(undefined)}>
            Start again from the kit
          </button>
        )}
        <a className="button" href={kitUrl(challenge.id, kit.language)} download>
          Kit as a zip
        </a>
      </div>
      <Sheet key={`${kit.language} ${edition} ${resets}`} {...props} />
    </div>
  )
}

/** The draft, or else the source of the kit. */
function Sheet({ challenge, kit, isBusy, onUpload, place }: WriteSourceProps) {
  const [draft, setDraft] = useState(() => readDraft(challenge.id, kit.language))
  const [isKept, setKept] = useState(true)
  const source = useResource(draft ? undefined : `${challenge.id} ${kit.language}`, (signal) =>
    fetchKitSource(challenge.id, kit.language, signal),
  )
  const [start, setStart] = useState(draft)
  useEffect(() => {
    if (start === undefined && source.value) setStart(source.value)
  }, [source.value])
  const current = draft ?? start
  const submit = (): void => {
    if (current && !isBusy) onUpload(current)
  }
  if (start === undefined)
    return <p className="muted editor-place">{source.problem?.message ?? 'Loading the kit …'}</p>
  return (
    <>
      <Suspense fallback={<p className="muted editor-place">Loading the editor …</p>}>
        <SourceEditor
          file={start.file}
          text={start.text}
          place={place}
          onSubmit={submit}
          onChange={(text) => {
            const next = { file: start.file, text }
            setDraft(next)
            setKept(keepDraft(challenge.id, kit.language, next))
          }}
        />
      </Suspense>
      <div className="line apart">
        <button type="button" className="button main" disabled={isBusy} onClick={submit}>
          Upload {start.file}
        </button>
        <p className="muted small" id="editor-keys">
          {MOD}+Enter uploads. Escape, then Tab leaves the editor.
          {!isKept && ' This browser keeps no drafts: copy your text before you leave.'}
        </p>
      </div>
    </>
  )
}

const MOD = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl'
