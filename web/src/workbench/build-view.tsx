import { useEffect, useMemo, useRef } from 'react'
import type { BuildStepBody, VersionBody } from '../../../src/api/bots.ts'
import { useBuild } from '../api/follow-build.ts'
import { firstError, type SourcePlace } from './first-error.ts'

interface BuildViewProps {
  /** The version as it was when it was sent, or as it is known now. */
  readonly version: VersionBody
  readonly onVerdict?: ((version: VersionBody) => void) | undefined
  /** Goes to a line of the source; undefined where there is no editor. */
  readonly onPlace?: ((place: SourcePlace) => void) | undefined
}

/** The build of one version: its steps and its log as they come, and the verdict. */
export function BuildView({ version, onVerdict, onPlace }: BuildViewProps) {
  return version.status === 'waiting' ? (
    <RunningBuild key={`${version.bot}.${version.version}`} version={version} {...{ onVerdict, onPlace }} />
  ) : (
    <div className="build">
      <Verdict version={version} />
      <Log text={version.log ?? ''} hasFailed={version.status === 'failed'} onPlace={onPlace} />
    </div>
  )
}

function RunningBuild({ version: { bot, version }, onVerdict, onPlace }: BuildViewProps) {
  const { step, lines, verdict, isLost } = useBuild(bot, version)
  useEffect(() => {
    if (verdict) onVerdict?.(verdict)
  }, [verdict])
  const text = useMemo(() => lines.map((line) => line.text.replace(/\n$/, '')).join('\n'), [lines])
  return (
    <div className="build">
      {verdict ? (
        <Verdict version={verdict} />
      ) : (
        <>
          <p role="status">
            <b>Version {version}</b> {stepWords(step)}
            {isLost && ' Connection lost, trying again …'}
          </p>
          <Steps step={step} />
        </>
      )}
      <Log
        text={verdict?.log ?? text}
        hasFailed={verdict?.status === 'failed'}
        isLive={!verdict}
        onPlace={onPlace}
      />
    </div>
  )
}

const STEPS: readonly BuildStepBody['step'][] = ['waiting', 'unpacking', 'building', 'trying']

const TITLES: Readonly<Record<BuildStepBody['step'], string>> = {
  waiting: 'Wait',
  unpacking: 'Unpack',
  building: 'Build',
  trying: 'Try in one game',
}

const Steps = ({ step }: { readonly step: BuildStepBody }) => (
  <ol className="build-steps line" aria-label="Steps of the build">
    {STEPS.map((one) => (
      <li
        key={one}
        className="pill fine"
        data-state={
          one === step.step ? 'now' : STEPS.indexOf(one) < STEPS.indexOf(step.step) ? 'done' : 'next'
        }
        aria-current={one === step.step ? 'step' : undefined}
      >
        {TITLES[one]}
      </li>
    ))}
  </ol>
)

function stepWords({ step, ahead = 0, why }: BuildStepBody): string {
  switch (step) {
    case 'waiting':
      if (why !== undefined) return `waits for its build: ${why}.`
      return ahead === 0
        ? 'is the next build.'
        : `waits: ${ahead} ${ahead === 1 ? 'build comes' : 'builds come'} before it.`
    case 'unpacking':
      return 'is being unpacked.'
    case 'building':
      return 'is being built.'
    case 'trying':
      return 'plays one game against the house, to see that it works.'
  }
}

const VERDICTS: Readonly<Record<VersionBody['status'], string>> = {
  waiting: 'is being built and tried',
  passed: 'is ready to play',
  failed: 'does not work',
  unjudged: 'has no verdict: the server failed, not the bot',
}

function Verdict({ version: { version, status, report } }: { readonly version: VersionBody }) {
  return (
    <div className="build-verdict" data-status={status} role="status">
      <p>
        <b>Version {version}</b> {VERDICTS[status]}
      </p>
      {report !== null && report !== '' && status !== 'passed' && <pre className="sunk">{report}</pre>}
    </div>
  )
}

interface LogProps {
  readonly text: string
  readonly hasFailed: boolean
  readonly isLive?: boolean
  readonly onPlace?: ((place: SourcePlace) => void) | undefined
}

/** The log of a build. Of a failed one the first error is marked and in view. */
function Log({ text, hasFailed, isLive = false, onPlace }: LogProps) {
  const box = useRef<HTMLDivElement>(null)
  const lines = useMemo(() => text.replace(/\n$/, '').split('\n'), [text])
  const error = hasFailed ? firstError(lines) : undefined
  useEffect(() => {
    if (!box.current) return
    const marked = box.current.querySelector('mark')
    if (isLive) box.current.scrollTop = box.current.scrollHeight
    else if (marked)
      box.current.scrollTop +=
        marked.getBoundingClientRect().top -
        box.current.getBoundingClientRect().top -
        box.current.clientHeight / 3
  }, [text, isLive, error?.index])
  if (text === '') return null
  const { place } = error ?? {}
  return (
    <>
      {place && onPlace && (
        <button type="button" className="button" onClick={() => onPlace({ ...place })}>
          Go to line {place.line} of {place.file}
        </button>
      )}
      <div
        className="build-log sunk"
        role="log"
        aria-label="Build log"
        // Only the verdict is announced: a log has hundreds of lines.
        aria-live="off"
        tabIndex={0}
        ref={box}
      >
        {lines.map((line, index) =>
          index === error?.index ? (
            <mark key={index}>{line}</mark>
          ) : (
            <div key={index}>{line || '\u00a0'}</div>
          ),
        )}
      </div>
    </>
  )
}
