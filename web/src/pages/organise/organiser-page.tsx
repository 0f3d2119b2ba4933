import { useState } from 'react'
import { Link } from '../../parts/link.tsx'
import { becomeOrganiser } from '../../api/people.ts'
import { setMe } from '../../api/me.ts'
import '../../parts/form.css'
import { useTitle } from '../../parts/use-title.ts'
import { Copied } from '../../parts/new-key.tsx'
import './organise.css'

/** The page of the one-time link that the server prints. The link is used up by the button, not by opening the page. */
export function OrganiserPage() {
  const [token] = useState(() => new URLSearchParams(window.location.search).get('token') ?? '')
  const [key, setKey] = useState<string>()
  const [problem, setProblem] = useState<string>()
  useTitle('Become the organiser')
  const accept = async (): Promise<void> => {
    const accepted = await becomeOrganiser(token)
    if (!accepted.ok) return setProblem(accepted.problem.message)
    const { key: text, ...person } = accepted.value
    // Removes the used token from the history.
    window.history.replaceState(null, '', '/organiser')
    setKey(text)
    setMe(person)
  }
  return (
    <section className="lonely organiser">
      {key === undefined ? (
        <>
          <h1>Become the organiser</h1>
          <p>
            The organiser registers teams, holds contests and publishes the judges’ marks. The link works
            once: the first person that presses the button is the organiser, in this browser and with a key.
          </p>
          <button type="button" className="button main" disabled={token === ''} onClick={() => void accept()}>
            I am the organiser
          </button>
          <p className="problem" role="alert">
            {token === ''
              ? 'A part of the link is missing: copy the whole link that the server printed'
              : problem}
          </p>
        </>
      ) : (
        <>
          <h1>You are the organiser</h1>
          <p>
            This browser is signed in. This is your key, for other browsers and for scripts. The page shows it
            only now.
          </p>
          <Copied text={key} what="your key" />
          <Link href="/organise" className="button main">
            Begin
          </Link>
        </>
      )}
    </section>
  )
}
