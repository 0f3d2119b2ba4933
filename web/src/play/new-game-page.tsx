import { useState } from 'react'
import { Link } from 'wouter'
import { freshKey } from '../api/account.ts'
import type { PersonInfo } from '../api/me.ts'
import { useTitle } from '../parts/use-title.ts'
import { GameForm } from './game-form.tsx'
import { KeyDetails } from './key-details.tsx'
import { OpenChallenges } from './open-challenges.tsx'
import { useEntrance } from './use-entrance.ts'
import '../parts/form.css'
import './new-game.css'

/** What to play, and against whom; who plays is asked last. */
export function NewGamePage() {
  const entrance = useEntrance()
  const { me } = entrance
  useTitle('Play')
  return (
    <div className="new-game">
      <h1>Play a game</h1>
      <div className="panel">
        <GameForm entrance={entrance} />
        {!me && <KeyDetails isOpen={entrance.isClosed} />}
      </div>
      <OpenChallenges entrance={entrance} />
      {me && <Welcome me={me} />}
    </div>
  )
}

/** The key of somebody new. */
function Welcome({ me }: { readonly me: PersonInfo }) {
  const [key] = useState(() => freshKey(me))
  if (key === undefined) return null
  return (
    <section className="panel" aria-labelledby="your-key">
      <h2 id="your-key">Welcome, {me.name}. This is your key</h2>
      <p>
        Keep it before you close this page: it is not shown again. With it you can sign in elsewhere, or let a
        bot play under your name. More keys are on <Link href={`/players/${me.id}`}>your page</Link>.
      </p>
      <code className="secret">{key}</code>
    </section>
  )
}
