import { Link } from '../../parts/link.tsx'
import type { LadderVersionBody } from '../../../../src/api/ladder.ts'
import { fetchLadder, fetchLadderBot } from '../../api/ladder.ts'
import { useMe } from '../../api/me.ts'
import { useResource } from '../../api/use-resource.ts'
import { CannotShow } from '../../parts/cannot-show.tsx'
import { ConnectionLost } from '../../parts/connection-lost.tsx'
import { FreezeNotice } from '../../parts/freeze-notice.tsx'
import { IntervalBar } from '../../parts/interval-bar.tsx'
import { ladderScale } from '../../parts/ladder-scale.ts'
import { LadderSwitch } from '../../parts/ladder-switch.tsx'
import { Gain, Games } from '../../parts/ladder-table.tsx'
import { momentWords } from '../../parts/moment-words.ts'
import { Name } from '../../parts/name.tsx'
import { NotFound } from '../../parts/not-found.tsx'
import { useTitle } from '../../parts/use-title.ts'
import '../../parts/form.css'
import { LadderHistory } from './ladder-history.tsx'
import './ladder.css'

interface LadderBotPageProps {
  readonly challenge: string
  readonly bot: number
}

/** One bot of a ladder: all its versions, and its rating over time. */
export function LadderBotPage({ challenge, bot: id }: LadderBotPageProps) {
  const me = useMe()
  const {
    value: found,
    problem,
    reload,
  } = useResource(`${challenge} ${id}`, (signal) => fetchLadderBot(challenge, id, signal), {
    everyMs: 15_000,
  })
  const { value: ladder } = useResource(challenge, (signal) => fetchLadder(challenge, signal), {
    everyMs: 60_000,
  })
  useTitle(found ? `${found.team.name} · ${found.bot.name}` : 'Bot')
  if (problem?.code === 'not-found' || problem?.code === 'unknown-bot') return <NotFound what="bot" />
  if (!found && problem) return <CannotShow what="the bot" why={problem.message} />
  if (!found || !ladder) return <p className="lonely">Looking for bot {id} …</p>
  const { team, bot, enrolled, versions } = found
  const newest = versions[0]
  return (
    <div className="page">
      <header className="title">
        <h1>
          <Name name={`${team.name} · ${bot.name}`} />
        </h1>
        <p className="muted line">
          <Link href={`/ladder/${challenge}`}>Ladder of {ladder.title}</Link>
          <Link href={`/teams/${team.id}`}>
            The team <Name name={team.name} />
          </Link>
          <span>{enrolled ? 'Enrolled' : 'Not enrolled'}</span>
        </p>
      </header>
      {problem && <ConnectionLost />}
      {ladder.freeze !== null && <FreezeNotice freeze={ladder.freeze} />}
      {me?.id === team.id && newest && (
        <section className="panel" aria-label="Enrolment">
          <LadderSwitch bot={{ ...bot, challenge, plays: newest.version }} onChange={() => void reload()} />
        </section>
      )}
      <section className="panel" aria-labelledby="versions">
        <h2 id="versions">Versions</h2>
        {versions.length === 0 ? (
          <p className="muted">No version of it has passed yet.</p>
        ) : (
          <Versions versions={versions} />
        )}
      </section>
      <LadderHistory challenge={challenge} bot={id} />
    </div>
  )
}

function Versions({ versions }: { readonly versions: readonly LadderVersionBody[] }) {
  const scale = ladderScale(versions)
  const played = versions.find(({ counts }) => counts)
  return (
    <table className="ladder versions numbers" data-full="">
      <caption className="hidden-words">Versions</caption>
      <thead>
        <tr>
          <th scope="col" className="ladder-name">
            Version
          </th>
          <th scope="col">Rating</th>
          <th scope="col" className="ladder-plot">
            <span className="ladder-ends" aria-hidden="true">
              <span>{scale.low}</span>
              <span>{scale.high}</span>
            </span>
            <span className="hidden-words">Interval</span>
          </th>
          <th scope="col" className="ladder-games">
            Games
          </th>
          <th scope="col" className="ladder-gain">
            Gained
          </th>
        </tr>
      </thead>
      <tbody>
        {versions.map((version) => (
          <tr key={version.version} data-own={version === played ? '' : undefined}>
            <th scope="row" className="ladder-name">
              Version {version.version}{' '}
              <small className="version-note muted">
                uploaded {momentWords(Date.parse(version.uploaded))}
                {version === played && ', counts now'}
                {!version.counts && ', after the freeze: does not count'}
              </small>
            </th>
            <td className="ladder-rating">
              {version.games === 0 && version.plusMinus === null ? (
                <span className="muted">not rated</span>
              ) : (
                <>
                  {version.rating}
                  {version.plusMinus !== null && <small className="muted"> ±{version.plusMinus}</small>}
                </>
              )}
            </td>
            <td className="ladder-plot">
              {version.plusMinus !== null && <IntervalBar row={version} scale={scale} />}
            </td>
            <td className="ladder-games muted">
              <Games row={version} />
            </td>
            <td className="ladder-gain">{version.gained && <Gain gain={version.gained} />}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
