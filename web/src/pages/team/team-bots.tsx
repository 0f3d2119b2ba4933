import { useId, useState, type SubmitEvent } from 'react'
import type { BotBody, VersionBody } from '../../../../src/api/bots.ts'
import type { ChallengeBody } from '../../../../src/api/challenges.ts'
import { addBot, fetchBots, fetchVersions, uploadVersion } from '../../api/bots.ts'
import { useResource } from '../../api/use-resource.ts'

interface TeamBotsProps {
  readonly id: number
  readonly isOwn: boolean
  readonly challenges: readonly ChallengeBody[]
}

/** Programs that play for a team; its own members see how each version did, and upload new ones. */
export function TeamBots({ id, isOwn, challenges }: TeamBotsProps) {
  const { value, reload } = useResource(`${id}`, (signal) => fetchBots(id, signal))
  const bots = value?.bots
  if (bots === undefined || (bots.length === 0 && !isOwn)) return null
  return (
    <section className="panel" aria-labelledby="bots">
      <h2 id="bots">Bots</h2>
      {bots.length === 0 && (
        <p className="muted">None yet. A bot is source code that is built and played here.</p>
      )}
      <ul className="bots lined">
        {bots.map((bot) => (
          <Bot key={bot.id} bot={bot} isOwn={isOwn} challenges={challenges} />
        ))}
      </ul>
      {isOwn && <NewBot challenges={challenges} added={reload} />}
    </section>
  )
}

interface BotProps {
  readonly bot: BotBody
  readonly isOwn: boolean
  readonly challenges: readonly ChallengeBody[]
}

function Bot({ bot, isOwn, challenges }: BotProps) {
  const { value, reload } = useResource(`${bot.id}`, (signal) => fetchVersions(bot.id, signal), {
    // A version that waits is being built and tried.
    everyMs: ({ versions }) => (versions.some(({ status }) => status === 'waiting') ? 1_500 : undefined),
  })
  const versions = value?.versions.toReversed() ?? []
  const title = challenges.find(({ id }) => id === bot.challenge)?.title ?? bot.challenge
  return (
    <li>
      <h3>
        {bot.name}{' '}
        <span className="muted">
          bot:{bot.id}, {title}
        </span>
      </h3>
      <ol className="versions">
        {versions.map((version) => (
          <Version key={version.version} version={version} />
        ))}
      </ol>
      {isOwn && <Upload bot={bot.id} sent={reload} />}
    </li>
  )
}

const STATUS: Readonly<Record<VersionBody['status'], string>> = {
  waiting: 'is being built and tried',
  passed: 'is ready to play',
  failed: 'does not work',
  unjudged: 'could not be tried, which is not its fault',
}

function Version({ version: { version, status, report, log, created } }: { readonly version: VersionBody }) {
  return (
    <li data-status={status}>
      <b>Version {version}</b> {STATUS[status]}{' '}
      <span className="muted">{created.slice(0, 16).replace('T', ' ')}</span>
      {report !== null && <Output title="Report" text={report} isOpen={status !== 'passed'} />}
      {log !== null && log !== '' && <Output title="Log" text={log} />}
    </li>
  )
}

interface OutputProps {
  readonly title: string
  readonly text: string
  readonly isOpen?: boolean
}

const Output = ({ title, text, isOpen = false }: OutputProps) => (
  <details open={isOpen}>
    <summary>{title}</summary>
    <pre className="sunk" tabIndex={0}>
      {text}
    </pre>
  </details>
)

function Upload({ bot, sent }: { readonly bot: number; readonly sent: () => Promise<void> }) {
  const id = useId()
  const [file, setFile] = useState<File>()
  const [run, setRun] = useState('')
  const [problem, setProblem] = useState<string>()
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault()
    if (!file) return setProblem('Choose an archive first: zip, tar or tar.gz')
    const done = await uploadVersion(bot, file, run)
    setProblem(done.ok ? undefined : done.problem.message)
    await sent()
  }
  return (
    <form className="upload flow" onSubmit={(event) => void submit(event)}>
      <div className="field">
        <label htmlFor={`${id}-file`}>New version (zip, tar, tar.gz)</label>
        <input
          id={`${id}-file`}
          type="file"
          accept=".zip,.tar,.gz,.tgz"
          onChange={({ target }) => setFile(target.files?.[0])}
        />
      </div>
      <div className="field">
        <label htmlFor={`${id}-run`}>Command, if it cannot be guessed</label>
        <input
          id={`${id}-run`}
          value={run}
          placeholder="python3 bot.py"
          onChange={({ target }) => setRun(target.value)}
        />
      </div>
      <button className="button">Upload</button>
      <p className="problem" role="alert">
        {problem}
      </p>
    </form>
  )
}

interface NewBotProps {
  readonly challenges: readonly ChallengeBody[]
  readonly added: () => Promise<void>
}

function NewBot({ challenges, added }: NewBotProps) {
  const id = useId()
  const [chosen, setChosen] = useState<string>()
  const challenge = chosen ?? challenges[0]?.id ?? ''
  const [name, setName] = useState('')
  const [problem, setProblem] = useState<string>()
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault()
    const made = await addBot(challenge, name)
    setProblem(made.ok ? undefined : made.problem.message)
    if (made.ok) setName('')
    await added()
  }
  return (
    <form className="upload flow" onSubmit={(event) => void submit(event)}>
      <div className="field">
        <label htmlFor={`${id}-name`}>A new bot</label>
        <input
          id={`${id}-name`}
          value={name}
          required
          maxLength={40}
          placeholder="its name"
          onChange={({ target }) => setName(target.value)}
        />
      </div>
      <div className="field">
        <label htmlFor={`${id}-challenge`}>that plays</label>
        <select id={`${id}-challenge`} value={challenge} onChange={({ target }) => setChosen(target.value)}>
          {challenges.map((one) => (
            <option key={one.id} value={one.id}>
              {one.title}
            </option>
          ))}
        </select>
      </div>
      <button className="button">Register</button>
      <p className="problem" role="alert">
        {problem}
      </p>
    </form>
  )
}
