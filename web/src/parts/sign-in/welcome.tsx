import { useState } from 'react'
import { Link } from '../link.tsx'
import type { PersonBody } from '../../../../src/api/people.ts'
import { freshKey } from '../../api/account.ts'
import { CopyButton } from '../copy-button.tsx'

/** The key of a team that was registered on this page just now. */
export function Welcome({ me }: { readonly me: PersonBody }) {
  const [key] = useState(() => freshKey(me))
  if (key === undefined) return null
  return (
    <section className="panel" aria-labelledby="your-key">
      <h2 id="your-key">Welcome, {me.name}. This is your key</h2>
      <p>
        Copy it before you close this page: no page shows it again. With it you can sign in elsewhere, or let
        a bot play under your name. More keys are on <Link href={`/players/${me.id}`}>your page</Link>.
      </p>
      <div className="copied">
        <code className="secret sunk">{key}</code>
        <CopyButton text={key} what="your key" />
      </div>
    </section>
  )
}
