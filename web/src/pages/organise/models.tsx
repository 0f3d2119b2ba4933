import { Link } from '../../parts/link.tsx'
import type { ModelsBody } from '../../../../src/api/models.ts'
import { fetchModels } from '../../api/models.ts'
import { useResource } from '../../api/use-resource.ts'

/** What the language models used, and what waits for them. An arena that called none shows nothing. */
export function Models() {
  const { value } = useResource('models', fetchModels, { everyMs: 4_000 })
  if (!value || (value.tokens === 0 && value.budget === null && value.waiting.length === 0)) return null
  const { halted, waiting } = value
  return (
    <section className="panel models" aria-labelledby="models-title">
      <h2 id="models-title">Language models</h2>
      <p>{usedWords(value)}</p>
      {halted !== null && (
        <p className="problem" role="alert">
          {halted}. Matches with models wait. To go on, start the server with a larger --model-budget.
        </p>
      )}
      {waiting.length > 0 && (
        <ul className="lined" aria-label="Matches that wait for a model">
          {waiting.map(({ match, why }) => (
            <li key={match} className="wraps">
              <Link href={`/matches/${match}`}>Match {match}</Link> waits{why !== halted && `: ${why}`}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function usedWords({ usd, tokens, budget }: ModelsBody): string {
  const used = `All calls used ${usd > 0 ? `${dollars(usd)} and ` : ''}${tokens.toLocaleString('en')} tokens`
  if (budget === null) return `${used}. There is no limit.`
  const limit =
    budget.unit === 'usd' ? dollars(budget.amount) : `${budget.amount.toLocaleString('en')} tokens`
  return `${used} of ${limit}.`
}

const dollars = (usd: number): string => `$${usd.toFixed(usd < 0.01 ? 6 : 2)}`
