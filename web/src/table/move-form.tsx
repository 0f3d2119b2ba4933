import { useId, useState, type SubmitEvent } from 'react'
import type { AnyGame } from '../../../src/game/game.ts'

interface MoveFormProps {
  readonly game: AnyGame
  readonly view: unknown
  readonly legal: readonly string[]
  readonly isPremove: boolean
  readonly premove: string | undefined
  readonly choose: (move: string) => void
}

/** Up to so many moves are shown as buttons; more are typed. */
const FEW = 12

/** The legal moves as text, for keyboards, screen readers and small targets. */
export function MoveForm({ game, view, legal, isPremove, premove, choose }: MoveFormProps) {
  if (legal.length === 0) return null
  const title = isPremove ? 'Your next move, in advance' : 'Your move'
  return (
    <section className="move-form" aria-label={title}>
      <h2>{title}</h2>
      {legal.length <= FEW ? (
        <div className="move-buttons">
          {legal.map((move) => (
            <button
              key={move}
              type="button"
              className="button"
              aria-pressed={isPremove ? premove === move : undefined}
              onClick={() => choose(move)}
            >
              {move}
            </button>
          ))}
        </div>
      ) : (
        <TypedMove game={game} view={view} legal={legal} choose={choose} />
      )}
    </section>
  )
}

function TypedMove({ game, view, legal, choose }: Pick<MoveFormProps, 'game' | 'view' | 'legal' | 'choose'>) {
  const id = useId()
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string>()
  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    const move = game.notation.parseMove(text, view)
    if (!move.ok) return setProblem(move.problem.message)
    if (!legal.includes(move.value)) return setProblem(`${move.value} is not possible here`)
    setProblem(undefined)
    setText('')
    choose(move.value)
  }
  return (
    <form onSubmit={submit}>
      <label htmlFor={id}>One of {legal.length} moves</label>
      <div className="typed">
        <input
          id={id}
          list={`${id}-moves`}
          value={text}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          placeholder={legal.slice(0, 3).join(' ')}
          aria-describedby={`${id}-problem`}
          onChange={(event) => setText(event.target.value)}
        />
        <button className="button main">Play</button>
      </div>
      <datalist id={`${id}-moves`}>
        {legal.map((move) => (
          <option key={move} value={move} />
        ))}
      </datalist>
      <p id={`${id}-problem`} className="problem" role="alert">
        {problem}
      </p>
    </form>
  )
}
