import { useId, useRef, useState } from 'react'
import { useSearchParams } from 'wouter'
import type { BotBody, VersionBody } from '../../../src/api/bots.ts'
import type { ChallengeBody, ChallengeHomeBody } from '../../../src/api/challenges.ts'
import type { PersonBody } from '../../../src/api/people.ts'
import { addBot, fetchBots, fetchVersions, uploadVersion, type Source } from '../api/bots.ts'
import { useMe } from '../api/me.ts'
import { useResource } from '../api/use-resource.ts'
import '../parts/form.css'
import { LadderSwitch } from '../parts/ladder-switch.tsx'
import { Newcomer } from '../parts/sign-in/newcomer.tsx'
import { Welcome } from '../parts/sign-in/welcome.tsx'
import { BuildView } from './build-view.tsx'
import { keepDraft, lastLanguage, rememberLanguage, type Draft } from './drafts.ts'
import { DropZone } from './drop-zone.tsx'
import type { SourcePlace } from './first-error.ts'
import { packFiles, type PickedFile } from './picked-files.ts'
import { PlayNow } from './play-now.tsx'
import './workbench.css'
import { WriteSource } from './write-source.tsx'

export interface WorkbenchProps {
  readonly challenge: ChallengeBody
  readonly home: ChallengeHomeBody
}

/** Where a team writes, uploads and tries its bot for one challenge. */
export function Workbench(props: WorkbenchProps) {
  const me = useMe()
  return (
    <section className="workbench" aria-label={`Your bot for ${props.challenge.title}`}>
      {me ? (
        <Bench key={me.id} {...props} me={me} />
      ) : (
        <Newcomer
          title="Write your first bot"
          why="Your bots play under the name of your team. Take a name, or sign in with the key of your team: this page then goes on."
          action="Go on"
        />
      )}
    </section>
  )
}

interface BenchProps extends WorkbenchProps {
  readonly me: PersonBody
}

const NEW = 'new'
/** The language that is proposed: most people can read it. */
const FIRST = 'python'

function Bench({ challenge, home, me }: BenchProps) {
  const id = useId()
  const [chosen, setChosen] = useChosenBot()
  const all = useResource(`${me.id}`, (signal) => fetchBots(me.id, signal))
  const bots = all.value?.bots.filter((bot) => bot.challenge === challenge.id)
  const bot = chosen === NEW ? undefined : (bots?.find((one) => `${one.id}` === chosen) ?? bots?.at(-1))
  const [name, setName] = useState<string>()
  const proposed = name ?? freeName(bots ?? [])
  const [sent, setSent] = useState<VersionBody>()
  const [problem, setProblem] = useState<string>()
  const [title, setTitle] = useState<string>()
  const [run, setRun] = useState('')
  const isSending = title !== undefined
  const [place, setPlace] = useState<SourcePlace>()
  const build = useRef<HTMLElement>(null)

  const kits = home.kits.filter(({ uploads }) => uploads)
  const [language, setLanguage] = useState(() => lastLanguage(challenge.id))
  const [edition, setEdition] = useState(0)
  const kit =
    kits.find((one) => one.language === language) ?? kits.find((one) => one.language === FIRST) ?? kits[0]

  const send = async (source: Source, what: string): Promise<void> => {
    setTitle(what)
    setProblem(undefined)
    // On a phone the build log is below the editor.
    build.current?.scrollIntoView({ block: 'nearest' })
    const to = bot ? ({ ok: true, value: bot } as const) : await addBot(challenge.id, proposed)
    const version = to.ok
      ? await uploadVersion(to.value.id, run.trim() === '' ? source : { ...source, run })
      : to
    setTitle(undefined)
    if (!version.ok) setProblem(version.problem.message)
    else setSent(version.value)
    // A page that was left meanwhile changes no address.
    if (!to.ok || build.current === null) return
    setChosen(`${to.value.id}`)
    if (!bot) await all.reload()
  }

  const write = (draft: Draft): void => {
    if (kit) rememberLanguage(challenge.id, kit.language)
    void send({ body: new Blob([draft.text]), file: draft.file }, draft.file)
  }

  const pick = async (files: readonly PickedFile[]): Promise<void> => {
    const packed = await packFiles(files)
    if (!packed.ok) return setProblem(packed.problem.message)
    const { source, title: what, text } = packed.value
    // One source file of a known language also opens in the editor.
    const of = kits.find(({ edit }) => endingOf(edit) === endingOf(source.file ?? ''))
    if (text !== undefined && source.file !== undefined && of) {
      keepDraft(challenge.id, of.language, { file: source.file, text })
      rememberLanguage(challenge.id, of.language)
      setLanguage(of.language)
      setEdition(edition + 1)
    }
    await send(source, what)
  }

  return (
    <div className="bench">
      <div className="bench-source panel">
        <div className="flow bench-bot">
          <BotChoice
            id={`${id}-bot`}
            bots={bots}
            bot={bot}
            isSending={isSending}
            onChange={(value) => {
              setChosen(value)
              setSent(undefined)
              setProblem(undefined)
            }}
          />
          {!bot && (
            <div className="field">
              <label htmlFor={`${id}-name`}>Its name</label>
              <input
                id={`${id}-name`}
                value={proposed}
                maxLength={40}
                onChange={({ target: { value } }) => setName(value)}
              />
            </div>
          )}
        </div>
        <DropZone isBusy={isSending} onPick={(files) => void pick(files)} />
        <p className="problem" role="alert">
          {problem}
        </p>
        {kit && (
          <>
            <h2>… or write it here</h2>
            <WriteSource
              challenge={challenge}
              kits={kits}
              kit={kit}
              edition={edition}
              isBusy={isSending}
              place={place}
              onUpload={write}
              onKit={(wanted) => {
                rememberLanguage(challenge.id, wanted)
                setLanguage(wanted)
              }}
            />
          </>
        )}
        <RunCommand id={`${id}-run`} run={run} onChange={setRun} />
      </div>
      <div className="bench-next">
        <section className="panel" aria-labelledby={`${id}-build`} ref={build}>
          <h2 id={`${id}-build`}>Build</h2>
          {isSending ? (
            <p role="status">Sending {title} …</p>
          ) : (
            <Building
              bot={bot}
              sent={sent}
              onVerdict={() => void all.reload()}
              onPlace={kit && ((wanted) => setPlace({ ...wanted }))}
            />
          )}
        </section>
        {bot && bot.plays !== null && (
          <section className="panel" aria-labelledby={`${id}-play`}>
            <h2 id={`${id}-play`}>
              Play{' '}
              <span className="muted">
                {bot.name}, version {bot.plays}
              </span>
            </h2>
            <PlayNow key={bot.id} bot={bot} rungs={home.rungs} />
          </section>
        )}
        {bot && bot.plays !== null && (
          <section className="panel" aria-labelledby={`${id}-ladder`}>
            <h2 id={`${id}-ladder`}>Ladder</h2>
            <LadderSwitch key={bot.id} bot={bot} />
          </section>
        )}
        <Welcome me={me} />
      </div>
    </div>
  )
}

/** The id of the chosen bot, or `NEW`. It is in the address: after a reload, or back from a match, the next upload is for the same bot. */
function useChosenBot(): readonly [chosen: string | undefined, choose: (bot: string) => void] {
  const [query, setQuery] = useSearchParams()
  return [query.get('bot') ?? undefined, (bot) => setQuery({ bot }, { replace: true })]
}

interface BotChoiceProps {
  readonly id: string
  readonly bots: readonly BotBody[] | undefined
  readonly bot: BotBody | undefined
  readonly isSending: boolean
  /** Gets the id of a bot, or `NEW`. */
  readonly onChange: (chosen: string) => void
}

const BotChoice = ({ id, bots, bot, isSending, onChange }: BotChoiceProps) => (
  <div className="field">
    <label htmlFor={id}>Your bot</label>
    <select
      id={id}
      value={bot ? `${bot.id}` : NEW}
      disabled={isSending}
      onChange={({ target: { value } }) => onChange(value)}
    >
      {bots?.map((one) => (
        <option key={one.id} value={one.id}>
          {one.name}
        </option>
      ))}
      <option value={NEW}>a new bot</option>
    </select>
  </div>
)

interface RunCommandProps {
  readonly id: string
  readonly run: string
  readonly onChange: (run: string) => void
}

const RunCommand = ({ id, run, onChange }: RunCommandProps) => (
  <details className="run-command">
    <summary>The arena cannot tell how to start the bot</summary>
    <div className="field">
      <label htmlFor={id}>Command that starts the bot</label>
      <input
        id={id}
        value={run}
        placeholder="python3 main.py"
        onChange={({ target: { value } }) => onChange(value)}
      />
      <small className="muted">Or put it into gamegrid.json, beside the commands that build it.</small>
    </div>
  </details>
)

interface BuildingProps {
  readonly bot: BotBody | undefined
  /** The version that was sent from this page. */
  readonly sent: VersionBody | undefined
  readonly onVerdict: () => void
  readonly onPlace: ((place: SourcePlace) => void) | undefined
}

/** The build of the version that was sent last. */
function Building({ bot, sent, onVerdict, onPlace }: BuildingProps) {
  const { value } = useResource(bot && sent === undefined ? `${bot.id}` : undefined, (signal) =>
    fetchVersions(bot?.id ?? 0, signal),
  )
  const known = value?.versions.findLast((version) => version.bot === bot?.id)
  const version = sent ?? known
  if (!version) return <p className="muted">There is no upload yet. Your build log appears here.</p>
  return <BuildView version={version} onVerdict={onVerdict} onPlace={onPlace} />
}

const endingOf = (file: string): string => file.split('.').at(-1) ?? ''

/** `Bot 1`, or the next number that is free. */
function freeName(bots: readonly BotBody[]): string {
  const taken = new Set(bots.map(({ name }) => name))
  let number = 1
  while (taken.has(`Bot ${number}`)) number++
  return `Bot ${number}`
}
