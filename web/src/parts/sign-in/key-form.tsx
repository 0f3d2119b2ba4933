import { useId, useState, type SubmitEvent } from 'react'
import { signIn } from '../../api/account.ts'

/** Signs in with a key. */
export function KeyForm({ isMain = false }: { readonly isMain?: boolean }) {
  const id = useId()
  const [key, setKey] = useState('')
  const [problem, setProblem] = useState<string>()
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault()
    setProblem(undefined)
    const done = await signIn(key)
    if (!done.ok) setProblem(done.problem.message)
  }
  return (
    <form className="key-form" onSubmit={(event) => void submit(event)}>
      <label htmlFor={id}>Your key</label>
      <div className="typed">
        <input
          id={id}
          type="password"
          value={key}
          required
          maxLength={200}
          autoComplete="current-password"
          aria-describedby={`${id}-problem`}
          onChange={(event) => setKey(event.target.value)}
        />
        <button className={isMain ? 'button main' : 'button'}>Sign in</button>
      </div>
      <p id={`${id}-problem`} className="problem" role="alert">
        {problem}
      </p>
    </form>
  )
}
