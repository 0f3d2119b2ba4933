import { useId, useRef, useState, type SubmitEvent } from 'react'
import { useLocation } from 'wouter'
import type { ChallengeBody } from '../../../../src/api/challenges.ts'
import { fetchReadyBots } from '../../api/bots.ts'
import { createMatch } from '../../api/games.ts'
import { useChallenges } from '../../api/use-challenges.ts'
import { useResource } from '../../api/use-resource.ts'
import { OptionCards } from '../../parts/option-cards.tsx'
import { GuestName } from '../../parts/sign-in/guest-name.tsx'
import type { Entrance } from '../../parts/sign-in/use-entrance.ts'

const RELAXED = '5m'

/** The form for a new match: challenge, opponent, seat. A guest is registered when the match begins. */
export function MatchForm({ entrance }: { readonly entrance: Entrance }) {
  const [, navigate] = useLocation()
  const isBusy = useRef(false)
  const challenges = useChallenges()
  const [chosen, setChosen] = useState(() => asked('challenge') ?? recall('challenge') ?? 'tic-tac-toe')
  const [problem, setProblem] = useState<string>()
  const challenge = challenges.find(({ id }) => id === chosen) ?? challenges[0]
  if (!challenge) return <p className="muted">Asking the server which games there are …</p>
  const begin = async (data: FormData): Promise<void> => {
    const opponent = opponentIn(data)
    remember('challenge', challenge.id)
    remember(`opponent ${challenge.id}`, opponent)
    const clock = data.get('clock')
    // A field that is switched off is not in the data: then the last choice stays.
    if (typeof clock === 'string') remember('clock', clock)
    const isPractice = opponent !== 'open'
    const entered = await entrance.enter()
    if (!entered.ok) return setProblem(entered.problem.message)
    const match = await createMatch({
      challenge: challenge.id,
      opponent,
      ...(data.get('side') === 'second' && isPractice && { side: 'second' }),
      // Another clock is only for practice against house brains.
      ...(clock === 'relaxed' && opponent.startsWith('house:') && { clock: RELAXED }),
    })
    if (match.ok) navigate(`/play/${match.value.id}`)
    else setProblem(match.problem.message)
  }
  const submit = async (event: SubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    // A double click creates one match.
    if (isBusy.current) return
    isBusy.current = true
    await begin(new FormData(event.currentTarget))
    isBusy.current = false
  }
  return (
    <form onSubmit={(event) => void submit(event)}>
      <OptionCards
        legend="Which game"
        name="challenge"
        chosen={challenge.id}
        cards={challenges}
        onChoose={setChosen}
      />
      <Options challenge={challenge} callsModels={entrance.me?.role === 'organiser'} key={challenge.id} />
      {!entrance.me && !entrance.isClosed && <GuestName {...entrance} />}
      <button className="button main begin">Begin</button>
      <p className="problem" role="alert">
        {problem}
      </p>
    </form>
  )
}

/** A language model is chosen, and its name stands in a field of its own. */
const MODEL = 'llm:'

function opponentIn(data: FormData): string {
  const [given, model] = [data.get('opponent'), data.get('model')]
  if (given === MODEL && typeof model === 'string') return `${MODEL}${model.trim().replace(/^llm:/, '')}`
  return typeof given === 'string' ? given : 'open'
}

interface OptionsProps {
  readonly challenge: ChallengeBody
  readonly callsModels: boolean
}

function Options({ challenge, callsModels }: OptionsProps) {
  const id = useId()
  const [opponent, setOpponent] = useState(
    () => asked('opponent', challenge.id) ?? recall(`opponent ${challenge.id}`) ?? 'house:random',
  )
  const [honest, cheats] = [
    challenge.brains.filter((name) => !isCheat(name)),
    challenge.brains.filter(isCheat),
  ]
  const { value: bots = [] } = useResource(challenge.id, (signal) => fetchReadyBots(challenge.id, signal))
  const isPractice = opponent !== 'open'
  const isHouse = opponent.startsWith('house:')
  const isModel = callsModels && opponent.startsWith(MODEL)
  return (
    <div className="options">
      <div className="field">
        <label htmlFor={`${id}-opponent`}>Against</label>
        <select
          id={`${id}-opponent`}
          name="opponent"
          value={isModel ? MODEL : opponent}
          onChange={(event) => setOpponent(event.target.value)}
        >
          <option value="open">any other player</option>
          <Brains label="House brains" names={honest} />
          <Brains label="House brains that cheat" names={cheats} />
          {callsModels && <option value={MODEL}>a language model</option>}
          {bots.length > 0 && (
            <optgroup label="Bots of the teams">
              {bots.map((bot) => (
                <option key={bot.id} value={`bot:${bot.id}`}>
                  {bot.name}
                </option>
              ))}
            </optgroup>
          )}
        </select>
      </div>
      {isModel && (
        <div className="field">
          <label htmlFor={`${id}-model`}>Model</label>
          <input
            id={`${id}-model`}
            name="model"
            required
            maxLength={180}
            autoComplete="off"
            spellCheck={false}
            placeholder="gpt-5-mini,price=0.25/2"
            defaultValue={opponent.slice(MODEL.length)}
          />
        </div>
      )}
      <div className="field">
        <label htmlFor={`${id}-side`}>Your seat</label>
        <select id={`${id}-side`} name="side" disabled={!isPractice} defaultValue="first">
          <option value="first">first</option>
          <option value="second">second</option>
        </select>
      </div>
      <div className="field">
        <label htmlFor={`${id}-clock`}>Clock</label>
        <select
          id={`${id}-clock`}
          name="clock"
          disabled={!isHouse}
          defaultValue={recall('clock') ?? 'relaxed'}
        >
          <option value="relaxed">5 minutes a move</option>
          <option value="contest">as in the contest: {challenge.clock}</option>
        </select>
      </div>
    </div>
  )
}

const Brains = ({ label, names }: { readonly label: string; readonly names: readonly string[] }) => (
  <optgroup label={label}>
    {names.map((name) => (
      <option key={name} value={`house:${name}`}>
        {name}
      </option>
    ))}
  </optgroup>
)

const isCheat = (name: string): boolean => name.startsWith('cheat')

/** What the address asks for: `?challenge=quoridor&opponent=house:walker`, the opponent for that challenge only. */
function asked(name: 'challenge' | 'opponent', challenge?: string): string | undefined {
  const query = new URLSearchParams(window.location.search)
  return challenge === undefined || query.get('challenge') === challenge
    ? (query.get(name) ?? undefined)
    : undefined
}

function recall(name: string): string | undefined {
  try {
    return localStorage.getItem(`play ${name}`) ?? undefined
  } catch {
    return undefined
  }
}

function remember(name: string, value: string): void {
  try {
    localStorage.setItem(`play ${name}`, value)
  } catch {
    // Storage may be blocked; the choice is then not remembered.
  }
}
