import { useEffect, useId, useState, type SubmitEvent } from 'react'
import { Link, useLocation } from 'wouter'
import { useMe } from '../api/me.ts'
import { API, fetchMatches, type ChallengeInfo, type MatchInfo } from '../api/api.ts'
import { OptionCards } from '../parts/option-cards.tsx'
import { useTitle } from '../parts/use-title.ts'
import { request } from '../api/request.ts'
import { useChallenges } from '../api/use-challenges.ts'
import { SignIn } from './sign-in.tsx'
import '../parts/form.css'
import './new-game.css'

/** What to play, and against whom. */
export function NewGamePage() {
  const me = useMe()
  const [key, setKey] = useState<string>()
  useTitle('Play')
  if (!me)
    return (
      <SignIn
        why="A name is all it takes: your games are listed under it, and nobody else can take it."
        onKey={setKey}
      />
    )
  return (
    <>
      <div className="new-game">
        <h1>Play a game</h1>
        {key !== undefined && (
          <section className="panel" aria-labelledby="your-key">
            <h2 id="your-key">Welcome, {me.name}. This is your key</h2>
            <p>
              It is shown only now. Keep it, and you can sign in elsewhere, or let a bot play under your name.
            </p>
            <code className="secret">{key}</code>
          </section>
        )}
        <OpenChallenges me={me.id} />
        <GameForm />
      </div>
    </>
  )
}

/** Games that others want to play. */
function OpenChallenges({ me }: { readonly me: number }) {
  const [, navigate] = useLocation()
  const [open, setOpen] = useState<readonly MatchInfo[]>([])
  const [problem, setProblem] = useState<string>()
  useEffect(() => {
    const closed = new AbortController()
    const look = (): void => {
      fetchMatches({ status: 'open', limit: 20 }, closed.signal)
        .then(({ matches }) => setOpen(matches))
        // The next look may do better.
        .catch(() => {})
    }
    look()
    const timer = setInterval(look, LOOK_MS)
    return () => {
      closed.abort()
      clearInterval(timer)
    }
  }, [])
  const join = async (id: number): Promise<void> => {
    const joined = await request(`${API}/games/${id}/join`, { method: 'POST' })
    if (joined.ok) navigate(`/play/${id}`)
    else setProblem(joined.problem.message)
  }
  if (open.length === 0) return null
  return (
    <section className="panel" aria-labelledby="open-challenges">
      <h2 id="open-challenges">Somebody is waiting</h2>
      <ul className="challenges-open">
        {open.map(({ id, title, players: [first] }) => (
          <li key={id}>
            <span>
              <b>{first?.name}</b> <span className="muted">{title}</span>
            </span>
            {first?.id === me ? (
              <Link href={`/play/${id}`} className="button">
                Your own: sit down
              </Link>
            ) : (
              <button type="button" className="button main" onClick={() => void join(id)}>
                Play against {first?.name}
              </button>
            )}
          </li>
        ))}
      </ul>
      {problem !== undefined && <p role="alert">{problem}</p>}
    </section>
  )
}

const LOOK_MS = 4_000
const RELAXED = '5m'

function GameForm() {
  const [, navigate] = useLocation()
  const challenges = useChallenges()
  const [chosen, setChosen] = useState(() => recall('challenge') ?? 'tic-tac-toe')
  const [problem, setProblem] = useState<string>()
  const challenge = challenges.find(({ id }) => id === chosen) ?? challenges[0]
  if (!challenge) return null
  const submit = async (event: SubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const given = data.get('opponent')
    const opponent = typeof given === 'string' ? given : 'open'
    remember('challenge', challenge.id)
    remember(`opponent ${challenge.id}`, opponent)
    const isPractice = opponent !== 'open'
    const game = await request<MatchInfo>(`${API}/games`, {
      method: 'POST',
      json: {
        challenge: challenge.id,
        opponent,
        ...(data.get('side') === 'second' && isPractice && { side: 'second' }),
        // Who is not of the house may mind.
        ...(data.get('clock') === 'relaxed' && opponent.startsWith('house:') && { clock: RELAXED }),
      },
    })
    if (game.ok) navigate(`/play/${game.value.id}`)
    else setProblem(game.problem.message)
  }
  return (
    <form className="panel" onSubmit={(event) => void submit(event)}>
      <OptionCards
        legend="Which game"
        name="challenge"
        chosen={challenge.id}
        cards={challenges}
        onChoose={setChosen}
      />
      <Options challenge={challenge} key={challenge.id} />
      <button className="button main begin">Begin</button>
      <p className="problem" role="alert">
        {problem}
      </p>
    </form>
  )
}

function Options({ challenge }: { readonly challenge: ChallengeInfo }) {
  const id = useId()
  const [opponent, setOpponent] = useState(recall(`opponent ${challenge.id}`) ?? 'house:random')
  const [honest, cheats] = [
    challenge.brains.filter((name) => !isCheat(name)),
    challenge.brains.filter(isCheat),
  ]
  const bots = useBots(challenge.id)
  const isPractice = opponent !== 'open'
  const isHouse = opponent.startsWith('house:')
  return (
    <div className="options">
      <div className="field">
        <label htmlFor={`${id}-opponent`}>Against</label>
        <select
          id={`${id}-opponent`}
          name="opponent"
          value={opponent}
          onChange={(event) => setOpponent(event.target.value)}
        >
          <option value="open">whoever takes it up</option>
          <Brains label="House brains" names={honest} />
          <Brains label="House brains that cheat" names={cheats} />
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
      <div className="field">
        <label htmlFor={`${id}-side`}>Your seat</label>
        <select id={`${id}-side`} name="side" disabled={!isPractice} defaultValue="first">
          <option value="first">first</option>
          <option value="second">second</option>
        </select>
      </div>
      <div className="field">
        <label htmlFor={`${id}-clock`}>Clock</label>
        <select id={`${id}-clock`} name="clock" disabled={!isHouse} defaultValue="relaxed">
          <option value="relaxed">plenty of time: 5 minutes a move</option>
          <option value="contest">as in the contest: {challenge.clock}</option>
        </select>
      </div>
    </div>
  )
}

interface BotInfo {
  readonly id: number
  readonly name: string
  readonly plays: number | null
}

/** Bots that have a version which is ready to play. */
function useBots(challenge: string): readonly BotInfo[] {
  const [bots, setBots] = useState<readonly BotInfo[]>([])
  useEffect(() => {
    const closed = new AbortController()
    const look = async (): Promise<void> => {
      const found = await request<{ readonly bots: readonly BotInfo[] }>(
        `${API}/bots?challenge=${encodeURIComponent(challenge)}&limit=100`,
        { signal: closed.signal },
      )
      if (found.ok) setBots(found.value.bots.filter(({ plays }) => plays !== null))
    }
    void look()
    return () => closed.abort()
  }, [challenge])
  return bots
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
    // One chooses again.
  }
}
