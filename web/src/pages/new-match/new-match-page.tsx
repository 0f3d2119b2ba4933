import { useTitle } from '../../parts/use-title.ts'
import { Invited } from '../../parts/invited.tsx'
import { KeyForm } from '../../parts/sign-in/key-form.tsx'
import { Welcome } from '../../parts/sign-in/welcome.tsx'
import { MatchForm } from './match-form.tsx'
import { Invitations } from './invitations.tsx'
import { useEntrance } from '../../parts/sign-in/use-entrance.ts'
import '../../parts/form.css'
import './new-match.css'

/** Creates a match or an invitation, or takes an invitation up. */
export function NewMatchPage() {
  const entrance = useEntrance()
  const { me } = entrance
  useTitle('Play')
  return (
    <div className="new-match page">
      <h1>Play a game</h1>
      {me ? (
        <Invited team={me.id} />
      ) : (
        <section className="panel known-team" aria-labelledby="known-team">
          <div>
            <h2 id="known-team">Your team has a key?</h2>
            <p className="muted">Sign in to play under its name. Without a key you play as a guest.</p>
          </div>
          <KeyForm />
        </section>
      )}
      <div className="panel">
        <MatchForm entrance={entrance} />
      </div>
      <Invitations entrance={entrance} />
      {me && <Welcome me={me} />}
    </div>
  )
}
