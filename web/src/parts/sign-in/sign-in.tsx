import { useEffect, useState, type ReactNode, type SubmitEvent } from 'react'
import { refreshMe } from '../../api/account.ts'
import { GuestName } from './guest-name.tsx'
import { KeyDetails } from './key-details.tsx'
import { KeyForm } from './key-form.tsx'
import { useEntrance } from './use-entrance.ts'
import '../form.css'

interface SignInProps {
  readonly title?: string
  readonly why: ReactNode
  /** `key`: only registered teams; guests cannot come in. */
  readonly asks?: 'name' | 'key'
}

/** Asks the visitor to sign in before another page is shown. */
export function SignIn({ title = 'Who are you?', why, asks = 'name' }: SignInProps) {
  return (
    <section className="lonely sign-in">
      <h1>{title}</h1>
      <p>{why}</p>
      {asks === 'key' ? <OwnKey /> : <Guest />}
    </section>
  )
}

function OwnKey() {
  // The session cookie may be valid although this page does not know it.
  useEffect(() => void refreshMe(), [])
  return <KeyForm isMain />
}

function Guest() {
  const entrance = useEntrance()
  const [problem, setProblem] = useState<string>()
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault()
    const entered = await entrance.enter()
    setProblem(entered.ok ? undefined : entered.problem.message)
  }
  return (
    <>
      <form onSubmit={(event) => void submit(event)}>
        {!entrance.isClosed && (
          <>
            <GuestName {...entrance} />
            <button className="button main">Play under this name</button>
          </>
        )}
        <p className="problem" role="alert">
          {problem}
        </p>
      </form>
      <KeyDetails isOpen={entrance.isClosed} />
    </>
  )
}
