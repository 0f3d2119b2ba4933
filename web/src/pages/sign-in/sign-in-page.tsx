import { useEffect, useId, useState, type SubmitEvent } from 'react'
import { useLocation } from 'wouter'
import { Link } from '../../parts/link.tsx'
import type { PersonBody } from '../../../../src/api/people.ts'
import { freshKey, refreshMe, register, signInByLink, signOut } from '../../api/account.ts'
import { useMe } from '../../api/me.ts'
import { Copied } from '../../parts/new-key.tsx'
import { KeyForm } from '../../parts/sign-in/key-form.tsx'
import { returnPath } from '../../parts/sign-in/sign-in-href.ts'
import { useTitle } from '../../parts/use-title.ts'
import '../../parts/form.css'
import './sign-in.css'

/** Signs in by a link, by a key, or as a new team, and leads back to where the person came from. */
export function SignInPage() {
  const me = useMe()
  const [, navigate] = useLocation()
  const [token] = useState(takeToken)
  const [refusal, setRefusal] = useState<string>()
  // A person that is signed in already may want to change the team: only a sign-in on this page leads on.
  const [before] = useState(me)
  const isNew = me !== undefined && freshKey(me) !== undefined
  useTitle('Sign in')

  useEffect(() => {
    const enter = async (): Promise<void> => {
      if (token === '') return void (await refreshMe())
      const entered = await signInByLink(token)
      if (entered.ok) navigate(homeOf(entered.value), { replace: true })
      else setRefusal(entered.problem.message)
    }
    void enter()
  }, [])
  useEffect(() => {
    if (me && !before && !isNew) navigate(homeOf(me), { replace: true })
  }, [me])

  if (token !== '' && refusal === undefined)
    return (
      <p className="lonely" role="status">
        Signing in …
      </p>
    )
  if (me && isNew) return <Welcome me={me} />
  return (
    <section className="lonely sign-in-page">
      <h1>Sign in</h1>
      {refusal !== undefined && (
        <p className="notice" data-tone="warn" role="alert">
          {refusal}.
        </p>
      )}
      {me && (
        <p>
          You are signed in as <Link href={`/teams/${me.id}`}>{me.name}</Link>.{' '}
          <button type="button" className="button" onClick={() => void signOut()}>
            Sign out
          </button>
        </p>
      )}
      <KeyForm isMain />
      <p className="muted small">
        The organiser gives each team a key, or a link that signs in once. A signed-in team makes more keys on
        its own page.
      </p>
      {!me && <Register />}
    </section>
  )
}

/** The token of a sign-in link. It is removed from the address at once, so that no history keeps it. */
function takeToken(): string {
  const { hash, pathname, search } = window.location
  if (hash.length < 2) return ''
  window.history.replaceState(null, '', pathname + search)
  return hash.slice(1)
}

const homeOf = (me: PersonBody): string =>
  returnPath(window.location.search) ?? (me.role === 'organiser' ? '/organise' : `/teams/${me.id}`)

/** A new team, where the arena lets visitors register. */
function Register() {
  const id = useId()
  const [name, setName] = useState('')
  const [problem, setProblem] = useState<string>()
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault()
    const made = await register(name)
    if (!made.ok) setProblem(made.problem.message)
  }
  return (
    <details className="key-details">
      <summary>New here: register a team</summary>
      <form className="key-form" onSubmit={(event) => void submit(event)}>
        <label htmlFor={id}>Name of the team</label>
        <div className="typed">
          <input
            id={id}
            value={name}
            required
            maxLength={40}
            autoComplete="username"
            spellCheck={false}
            aria-describedby={`${id}-problem`}
            onChange={(event) => setName(event.target.value)}
          />
          <button className="button">Register</button>
        </div>
        <p id={`${id}-problem`} className="problem" role="alert">
          {problem}
        </p>
      </form>
    </details>
  )
}

function Welcome({ me }: { readonly me: PersonBody }) {
  const [key] = useState(() => freshKey(me) ?? '')
  return (
    <section className="lonely sign-in-page">
      <h1>Welcome, {me.name}</h1>
      <p>This is your key. The page shows it only now: keep it, to sign in elsewhere.</p>
      <Copied text={key} what="your key" />
      <p>
        <Link href={homeOf(me)} className="button main">
          Go on
        </Link>
      </p>
    </section>
  )
}
