import { Link } from '../../parts/link.tsx'
import { useChallenges } from '../../api/use-challenges.ts'
import { clientCommand } from '../../parts/connect-command.ts'

/** Before the first match: what can be played here, and what to type to begin. */
export function EmptyLobby() {
  const challenges = useChallenges()
  return (
    <section className="empty box raised">
      <h2>There is no match here yet</h2>
      <p>
        <Link href="/play">Play a game</Link>, and it appears on this page. Or let a program play with your
        key against a house brain:
      </p>
      <pre className="sunk" tabIndex={0}>
        <code>{practice(window.location.origin)}</code>
      </pre>
      <p>
        With <code>"opponent": "open"</code> any team may join. How a bot plays is in the{' '}
        <a href="/docs">documentation of the API</a>. Begin with a bot that already plays:
      </p>
      <pre className="sunk" tabIndex={0}>
        <code>{clientCommand('new-bot light-cycle python my-bot')}</code>
      </pre>
      {challenges.length > 0 && (
        <>
          <h3>What is played here</h3>
          <dl className="challenges">
            {challenges.map(({ id, title, summary, clock }) => (
              <div key={id}>
                <dt>{title}</dt>
                <dd>
                  {summary} <span className="muted">({clock})</span>
                </dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </section>
  )
}

const practice = (origin: string): string =>
  `curl ${origin}/api/v1/games \\
  -H 'Authorization: Bearer YOUR-KEY' \\
  -H 'Content-Type: application/json' \\
  -d '{"challenge": "boost-tron", "opponent": "house:voronoi"}'`
