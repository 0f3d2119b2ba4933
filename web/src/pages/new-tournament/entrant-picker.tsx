import { useId, useState } from 'react'
import type { BotBody } from '../../../../src/api/bots.ts'
import type { WholeChallengeBody } from '../../../../src/api/challenges.ts'
import { fetchReadyBots } from '../../api/bots.ts'
import { fetchTeams } from '../../api/people.ts'
import { useResource } from '../../api/use-resource.ts'
import { Field } from '../../parts/field.tsx'
import { OrderedList, type OrderedItem } from './ordered-list.tsx'

interface EntrantPickerProps {
  readonly challenge: WholeChallengeBody
  readonly entrants: readonly string[]
  readonly onChange: (entrants: readonly string[]) => void
}

/** Chooses the entrants and their seeding: teams, uploaded bots, house brains and language models. */
export function EntrantPicker({ challenge, entrants, onChange }: EntrantPickerProps) {
  const id = useId()
  const [search, setSearch] = useState('')
  const groups = useCandidates(challenge)
  const all = groups.flatMap(({ candidates = [] }) => candidates)
  const wanted = search.trim().toLowerCase()
  const toggle = (one: string, isIn: boolean): void =>
    onChange(isIn ? [...entrants, one] : entrants.filter((other) => other !== one))
  return (
    <div className="picker">
      <div className="candidates">
        <div className="field">
          <label htmlFor={id}>Find an entrant</label>
          <input id={id} type="search" value={search} onChange={(event) => setSearch(event.target.value)} />
        </div>
        {groups.map(({ title, empty, candidates }, index) => {
          const found = (candidates ?? []).filter(({ label }) => label.toLowerCase().includes(wanted))
          const missing = found.filter((one) => !entrants.includes(one.id) && one.isCheat !== true)
          return (
            <div key={title} className="candidate-group" role="group" aria-labelledby={`${id}-${index}`}>
              <div className="candidate-title apart">
                <h3 id={`${id}-${index}`}>{title}</h3>
                <button
                  type="button"
                  className="button"
                  aria-label={`Add all: ${title}`}
                  disabled={missing.length === 0}
                  onClick={() => onChange([...entrants, ...missing.map((one) => one.id)])}
                >
                  Add all
                </button>
              </div>
              {candidates?.length === 0 && <p className="muted">{empty}</p>}
              <ul>
                {found.map((one) => (
                  <li key={one.id}>
                    <label>
                      <input
                        type="checkbox"
                        checked={entrants.includes(one.id)}
                        onChange={(event) => toggle(one.id, event.target.checked)}
                      />
                      <span>
                        {one.label} {one.note !== undefined && <small className="muted">{one.note}</small>}
                      </span>
                    </label>
                  </li>
                ))}
              </ul>
            </div>
          )
        })}
        <ModelField onAdd={(model) => entrants.includes(model) || onChange([...entrants, model])} />
      </div>
      <div className="chosen">
        <h3>
          Entrants, best first <span className="muted">({entrants.length})</span>
        </h3>
        {entrants.length === 0 ? (
          <p className="muted">No entrants yet. Their order here is the seeding.</p>
        ) : (
          <OrderedList
            label="Entrants"
            items={entrants.map((one) => all.find((known) => known.id === one) ?? { id: one, label: one })}
            onChange={onChange}
          />
        )}
      </div>
    </div>
  )
}

/** Any model that the server can call: there is no list to choose from. */
function ModelField({ onAdd }: { readonly onAdd: (model: string) => void }) {
  const [text, setText] = useState('')
  const name = text.trim().replace(/^llm:/, '')
  const add = (): void => {
    if (name === '') return
    onAdd(`llm:${name}`)
    setText('')
  }
  return (
    <Field
      label="Language model"
      hint="the name, with options if you like: gpt-5-mini,price=0.25/2; the key is in the environment of the server"
      problem={undefined}
    >
      {(about) => (
        <div className="line model-line">
          <input
            {...about}
            value={text}
            maxLength={180}
            autoComplete="off"
            spellCheck={false}
            onChange={({ target }) => setText(target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              // Enter in a field would create the contest.
              event.preventDefault()
              add()
            }}
          />
          <button type="button" className="button" disabled={name === ''} onClick={add}>
            Add the model
          </button>
        </div>
      )}
    </Field>
  )
}

interface Candidate extends OrderedItem {
  readonly isCheat?: boolean
}

interface Group {
  readonly title: string
  /** The text if there are none. */
  readonly empty: string
  /** Undefined until the server has answered. */
  readonly candidates: readonly Candidate[] | undefined
}

function useCandidates({ id: challenge, brains }: WholeChallengeBody): readonly Group[] {
  const { value: teams } = useResource('teams', fetchTeams)
  const { value: bots } = useResource(challenge, (signal) => fetchReadyBots(challenge, signal))
  const ownerOf = (bot: BotBody): string =>
    teams?.find(({ id }) => id === bot.player)?.name ?? 'the organiser'
  return [
    {
      title: 'Teams',
      empty: 'No team is registered yet.',
      candidates: teams?.map(({ id, name }) => ({ id: `player:${id}`, label: name, note: `player ${id}` })),
    },
    {
      title: 'Bots',
      empty: 'No bot is ready to play this.',
      candidates: bots?.map((bot) => ({ id: `bot:${bot.id}`, label: bot.name, note: `of ${ownerOf(bot)}` })),
    },
    {
      title: 'House brains',
      empty: 'There are none for this.',
      candidates: brains
        .map((name) => ({
          id: `house:${name}`,
          label: name,
          note: isCheat(name) ? 'breaks the rules' : 'house brain',
          isCheat: isCheat(name),
        }))
        .toSorted((a, b) => Number(a.isCheat) - Number(b.isCheat)),
    },
  ]
}

const isCheat = (name: string): boolean => name.startsWith('cheat')
