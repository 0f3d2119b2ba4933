import { useId, useState, type SubmitEvent } from 'react'
import { GuestName } from './guest-name.tsx'
import { KeyForm } from './key-form.tsx'
import { useEntrance } from './use-entrance.ts'
import '../form.css'

interface NewcomerProps {
  readonly title: string
  readonly why: string
  /** The words of the button that registers the team. */
  readonly action: string
}

/** Registers a team, or signs one in with its key, in the middle of a page; the page then goes on. */
export function Newcomer({ title, why, action }: NewcomerProps) {
  const id = useId()
  const entrance = useEntrance()
  const [problem, setProblem] = useState<string>()
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault()
    const entered = await entrance.enter()
    setProblem(entered.ok ? undefined : entered.problem.message)
  }
  return (
    <section className="panel newcomer" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <p className="muted">{why}</p>
      <div className="newcomer-ways">
        {!entrance.isClosed && (
          <form onSubmit={(event) => void submit(event)}>
            <GuestName
              {...entrance}
              label="Name of your team"
              hint="Keep this name or take another. You get a key with it."
            />
            <button className="button main">{action}</button>
          </form>
        )}
        <KeyForm />
      </div>
      {problem !== undefined && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
    </section>
  )
}
