import { useEffect, useId, useState, type SubmitEvent } from 'react'
import type { Result } from '../../../src/base/result.ts'
import { refreshMe, register, signIn } from '../api/account.ts'
import '../parts/form.css'

interface SignInProps {
  readonly why: string
  /** Where somebody new has no business, only those with a key are let in. */
  readonly asks?: 'name' | 'key'
  /** Hears the key of somebody new: it is shown once. */
  readonly onKey?: (key: string) => void
}

/** A name is enough for somebody new; who has a key already pastes it. */
export function SignIn({ why, asks = 'name', onKey }: SignInProps) {
  // The cookie may still be good, whatever this page remembers.
  useEffect(() => void refreshMe(), [])
  return (
    <section className="lonely sign-in">
      <h1>Who are you?</h1>
      <p>{why}</p>
      {asks === 'key' ? (
        <OneField label="Your key" button="Sign in" isMain isSecret send={signIn} />
      ) : (
        <>
          <OneField
            label="Choose a name"
            button="Play under this name"
            isMain
            send={async (name) => {
              const made = await register(name)
              if (made.ok) onKey?.(made.value.key)
              return made
            }}
          />
          <details>
            <summary>I have a key</summary>
            <OneField label="Your key" button="Sign in" isSecret send={signIn} />
          </details>
        </>
      )}
    </section>
  )
}

interface OneFieldProps {
  readonly label: string
  readonly button: string
  readonly isMain?: boolean
  readonly isSecret?: boolean
  readonly send: (text: string) => Promise<Result<unknown>>
}

function OneField({ label, button, isMain = false, isSecret = false, send }: OneFieldProps) {
  const id = useId()
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string>()
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault()
    setProblem(undefined)
    const done = await send(text)
    if (!done.ok) setProblem(done.problem.message)
  }
  return (
    <form className="one-field" onSubmit={(event) => void submit(event)}>
      <label htmlFor={id}>{label}</label>
      <div className="typed">
        <input
          id={id}
          type={isSecret ? 'password' : 'text'}
          value={text}
          required
          maxLength={isSecret ? 200 : 40}
          autoComplete={isSecret ? 'current-password' : 'username'}
          onChange={(event) => setText(event.target.value)}
        />
        <button className={isMain ? 'button main' : 'button'}>{button}</button>
      </div>
      <p className="problem" role="alert">
        {problem}
      </p>
    </form>
  )
}
