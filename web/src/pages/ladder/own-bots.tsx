import { Link } from '../../parts/link.tsx'
import type { BotBody } from '../../../../src/api/bots.ts'
import { LadderSwitch } from '../../parts/ladder-switch.tsx'

interface OwnBotsProps {
  /** Bots of the person that is signed in, for this challenge. */
  readonly bots: readonly BotBody[]
  readonly onChange: () => void
}

/** Where a team enrols its bots. */
export const OwnBots = ({ bots, onChange }: OwnBotsProps) => (
  <section className="panel own-bots" aria-labelledby="own-bots">
    <h2 id="own-bots">Your bots</h2>
    <ul className="lined">
      {bots.map((bot) => (
        <li key={bot.id}>
          <b className="wraps">
            {bot.name} {bot.plays !== null && <span className="muted">v{bot.plays}</span>}
          </b>
          {bot.plays === null ? (
            <p className="muted">
              No version of it has passed yet.{' '}
              <Link href={`/games/${bot.challenge}/write?bot=${bot.id}`}>Upload one</Link>
            </p>
          ) : (
            <LadderSwitch bot={bot} onChange={onChange} />
          )}
        </li>
      ))}
    </ul>
  </section>
)
