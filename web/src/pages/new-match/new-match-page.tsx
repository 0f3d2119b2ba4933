import { useState } from 'react'
import { Link } from 'wouter'
import type { PersonBody } from '../../../../src/api/people.ts'
import { freshKey } from '../../api/account.ts'
import { useTitle } from '../../parts/use-title.ts'
import { MatchForm } from './match-form.tsx'
import { KeyDetails } from '../../parts/sign-in/key-details.tsx'
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
      <div className="panel">
        <MatchForm entrance={entrance} />
        {!me && <KeyDetails isOpen={entrance.isClosed} />}
      </div>
      <Invitations entrance={entrance} />
      {me && <Welcome me={me} />}
    </div>
  )
}

/** The key of a guest that was registered just now. */
function Welcome({ me }: { readonly me: PersonBody }) {
  const [key] = useState(() => freshKey(me))
  if (key === undefined) return null
  return (
    <section className="panel" aria-labelledby="your-key">
      <h2 id="your-key">Welcome, {me.name}. This is your key</h2>
      <p>
        Keep it before you close this page: it is not shown again. With it you can sign in elsewhere, or let a
        bot play under your name. More keys are on <Link href={`/players/${me.id}`}>your page</Link>.
      </p>
      <code className="secret sunk">{key}</code>
    </section>
  )
}
