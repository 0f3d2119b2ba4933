import { Fragment } from 'react'
import type { ChallengeStatistics } from '../../../../src/api/people.ts'
import { fetchStatistics } from '../../api/people.ts'
import { thoughtText } from '../../parts/words.ts'
import { faultWords } from './fault-words.ts'
import { useResource } from '../../api/use-resource.ts'

/** A team's record at each challenge. */
export function TeamRecord({ id }: { readonly id: number }) {
  const record = useResource(`${id}`, (signal) => fetchStatistics(id, signal), { everyMs: 5_000 }).value
    ?.challenges
  return (
    <section className="panel" aria-labelledby="standing">
      <h2 id="standing">Record</h2>
      {record?.length === 0 && <p className="muted">Has not finished a match yet.</p>}
      {record !== undefined && record.length > 0 && <RecordTable record={record} />}
    </section>
  )
}

const RecordTable = ({ record }: { readonly record: readonly ChallengeStatistics[] }) => (
  <table className="numbers">
    <thead>
      <tr>
        <th scope="col">Challenge</th>
        <th scope="col">Played</th>
        <th scope="col">Won</th>
        <th scope="col">Drawn</th>
        <th scope="col">Lost</th>
        <th scope="col">
          <span className="hidden-words">Share</span>
        </th>
      </tr>
    </thead>
    <tbody>
      {record.map((row) => (
        <Fragment key={row.challenge}>
          <tr>
            <th scope="row">{row.title}</th>
            <td>{row.played}</td>
            <td>{row.won}</td>
            <td>{row.drawn}</td>
            <td>{row.lost}</td>
            <td>
              <Share row={row} />
            </td>
          </tr>
          <tr className="more">
            <td colSpan={6}>{wordsOf(row).join(' · ')}</td>
          </tr>
        </Fragment>
      ))}
    </tbody>
  </table>
)

const wordsOf = ({ meanMs, longestMs, faults }: ChallengeStatistics): readonly string[] => [
  ...(meanMs === null || longestMs === null
    ? []
    : [
        `Thinks ${meanMs < 1 ? 'less than 1 ms' : thoughtText(meanMs)} a move, ${thoughtText(longestMs)} at most`,
      ]),
  faults.length === 0
    ? 'No round lost by a fault'
    : `Rounds lost by a fault: ${faults.map(({ kind, count }) => `${faultWords(kind)} (${count})`).join(', ')}`,
]

/** A bar of the shares won, drawn and lost. */
function Share({ row: { won, drawn, lost } }: { readonly row: ChallengeStatistics }) {
  const all = Math.max(1, won + drawn + lost)
  return (
    <svg className="share" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
      <rect className="share-won" width={(won / all) * 100} height="10" />
      <rect className="share-drawn" x={(won / all) * 100} width={(drawn / all) * 100} height="10" />
      <rect className="share-lost" x={((won + drawn) / all) * 100} width={(lost / all) * 100} height="10" />
    </svg>
  )
}
