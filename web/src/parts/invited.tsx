import { useLocation } from 'wouter'
import type { Result } from '../../../src/base/result.ts'
import { acceptInvitation, declineInvitation } from '../api/games.ts'
import { fetchMatches } from '../api/matches.ts'
import { useResource } from '../api/use-resource.ts'
import { firstClick } from './first-click.ts'
import { keepFocus } from './keep-focus.ts'
import { useAction } from './use-action.ts'

/** Matches that other teams have asked this team for, to join or to decline. */
export function Invited({ team }: { readonly team: number }) {
  const [, navigate] = useLocation()
  const { isBusy, said, send } = useAction()
  const { value, reload } = useResource(
    `${team}`,
    (signal) => fetchMatches({ invited: team, status: 'open', limit: 20 }, signal),
    { everyMs: 5_000 },
  )
  const waiting = value?.matches ?? []
  const answer = async (done: Promise<Result<unknown>>, to?: string): Promise<void> => {
    const isDone = await send(done, () => undefined)
    if (isDone && to !== undefined) navigate(to)
    else await reload()
  }
  if (waiting.length === 0 && said?.message === undefined) return null
  return (
    <section className="panel" aria-labelledby="invited">
      <h2 id="invited">You are challenged</h2>
      <ul className="invitations">
        {waiting.map(({ id, title, rematchOf, players: [first] }) => (
          <li key={id} className="line apart">
            <span>
              <b>{first?.team ?? first?.name}</b>{' '}
              <span className="muted">
                {title}
                {rematchOf !== undefined && ', the same match again with swapped seats'}
              </span>
            </span>
            <span className="line">
              <button
                type="button"
                className="button main"
                aria-label={`Join the match of ${first?.name}`}
                disabled={isBusy}
                onClick={() => void answer(acceptInvitation(id), `/play/${id}`)}
              >
                Join
              </button>
              <button
                type="button"
                className="button"
                aria-label={`Decline the match of ${first?.name}`}
                disabled={isBusy}
                onClick={firstClick(() => void keepFocus(answer(declineInvitation(id))))}
              >
                Decline
              </button>
            </span>
          </li>
        ))}
      </ul>
      {said?.message !== undefined && (
        <p className="problem" role="alert">
          {said.message}
        </p>
      )}
    </section>
  )
}
