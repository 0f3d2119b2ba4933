import { signed } from '../../../../src/rating/show-numbers.ts'
import type { PartProps } from './index-tournament.ts'

const PAIR_POINTS = ['0', '½', '1', '1½', '2']

/** The state of an SPRT: its log-likelihood ratio between the bounds. */
export function SprtView({ tournament: { result } }: PartProps) {
  const { sprt, entrants } = result
  if (!sprt) return null
  const { terms, llr, lower, upper, verdict, pairs, elo, copies, whyStopped } = sprt
  const name = entrants[0]?.name ?? ''
  const share = Math.max(0, Math.min(1, (llr - lower) / (upper - lower)))
  const played = pairs.reduce((sum, count) => sum + count, 0)
  const most = Math.max(1, ...pairs)
  return (
    <div className="sprt">
      <p className="sprt-verdict">
        {verdict === null
          ? whyStopped === undefined
            ? `It is not known yet whether ${name} is stronger.`
            : `${whyStopped}.`
          : verdict === 'H1'
            ? `${name} is stronger: by ${terms.elo1} points rather than by ${terms.elo0}.`
            : `${name} is not stronger: by ${terms.elo0} points rather than by ${terms.elo1}.`}
      </p>
      <svg className="sprt-scale" aria-hidden="true">
        <line x1="0" x2="100%" y1="50%" y2="50%" />
        <line
          x1={`${(-lower / (upper - lower)) * 100}%`}
          x2={`${(-lower / (upper - lower)) * 100}%`}
          y1="25%"
          y2="75%"
        />
        <circle cx={`${2 + share * 96}%`} cy="50%" />
      </svg>
      <p className="sprt-ends apart muted fine" aria-hidden="true">
        <span>no stronger</span>
        <span>stronger</span>
      </p>
      <dl className="sprt-facts">
        <dt>Log-likelihood ratio</dt>
        <dd>
          {decimal(llr)}, decided at {decimal(lower)} or {decimal(upper)}
        </dd>
        <dt>Difference</dt>
        <dd>
          {elo.elo === null ? 'not known' : `${signed(elo.elo)} points`}
          {elo.low !== null && elo.high !== null && ` (${signed(elo.low)} … ${signed(elo.high)})`}
        </dd>
        <dt>Pairs</dt>
        <dd>
          {played}
          {copies > 0 && `, and ${copies} copies of them that do not count`}
        </dd>
      </dl>
      <table className="sprt-pairs numbers">
        <caption className="muted fine">What {name} made of each pair of matches</caption>
        <tbody>
          {pairs.map((count, at) => (
            <tr key={PAIR_POINTS[at]}>
              <th scope="row">{PAIR_POINTS[at]}</th>
              <td>
                <svg aria-hidden="true">
                  <rect width={`${(count / most) * 100}%`} height="100%" />
                </svg>
              </td>
              <td>{count}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const decimal = (value: number): string => value.toFixed(2).replace('-', '−')
