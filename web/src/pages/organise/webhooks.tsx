import { useId, useState, type SubmitEvent } from 'react'
import { Link } from '../../parts/link.tsx'
import type { AddedWebhookBody, WebhookBody, WebhookEvent } from '../../../../src/api/webhooks.ts'
import { useResource } from '../../api/use-resource.ts'
import { addWebhook, fetchWebhooks, removeWebhook, testWebhook } from '../../api/webhooks.ts'
import { AskOnceMore } from '../../parts/ask-once-more.tsx'
import { Copied } from '../../parts/new-key.tsx'
import { useAction } from '../../parts/use-action.ts'
import { Deliveries } from './deliveries.tsx'

const EVENTS: Readonly<Record<WebhookEvent, string>> = {
  'match.over': 'A match has its result',
  'tournament.round': 'A round is complete, the next one begins',
  'tournament.running': 'A contest starts or goes on',
  'tournament.paused': 'A contest is paused',
  'tournament.over': 'A contest is over: its podium',
  'tournament.published': "The judges' marks are published",
}

const ALL = Object.keys(EVENTS) as readonly WebhookEvent[]

/** Where the arena posts news of contests: adds, tries and removes webhooks, and shows what became of each delivery. */
export function Webhooks() {
  const { value, problem, reload } = useResource('webhooks', fetchWebhooks)
  const [isAdding, setIsAdding] = useState(false)
  const [added, setAdded] = useState<AddedWebhookBody>()
  return (
    <section className="panel webhooks" aria-labelledby="webhooks-title">
      <header className="panel-title line apart">
        <h2 id="webhooks-title">Webhooks</h2>
        <button
          type="button"
          className="button"
          aria-expanded={isAdding}
          onClick={() => setIsAdding(!isAdding)}
        >
          Add a webhook
        </button>
      </header>
      <p className="muted">
        The arena posts results to other servers, signed.{' '}
        <Link href="/help/webhooks">How to receive them</Link>
      </p>
      {isAdding && (
        <NewWebhook
          onAdded={(webhook) => {
            setIsAdding(false)
            setAdded(webhook)
            void reload()
          }}
        />
      )}
      {added && (
        <div className="new-key" role="status">
          <p>
            The secret of <b className="wraps">{added.url}</b> proves that a delivery comes from here. The
            page shows it only now: give it to the receiver.
          </p>
          <Copied text={added.secret} what={`the secret of webhook ${added.id}`} />
        </div>
      )}
      <ul className="webhook-rows lined">
        {value?.webhooks.map((webhook) => (
          <Webhook
            key={webhook.id}
            webhook={webhook}
            onRemoved={() => {
              if (added?.id === webhook.id) setAdded(undefined)
              void reload()
            }}
          />
        ))}
      </ul>
      <p className="problem" role="alert">
        {problem?.message}
      </p>
    </section>
  )
}

function NewWebhook({ onAdded }: { readonly onAdded: (webhook: AddedWebhookBody) => void }) {
  const id = useId()
  const [url, setUrl] = useState('')
  const [events, setEvents] = useState<readonly WebhookEvent[]>(ALL)
  const { isBusy, send, said } = useAction()
  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    void send(addWebhook(url.trim(), events), (webhook) => {
      onAdded(webhook)
      return undefined
    })
  }
  return (
    <form className="new-webhook" onSubmit={submit} noValidate>
      <div className="field">
        <label htmlFor={id}>Address</label>
        <input
          id={id}
          type="url"
          value={url}
          placeholder="https://example.org/results"
          maxLength={2000}
          autoComplete="off"
          aria-invalid={said?.kind === 'refused'}
          aria-describedby={`${id}-problem`}
          onChange={(event) => setUrl(event.target.value)}
        />
      </div>
      <fieldset className="choices">
        <legend>Post when</legend>
        {ALL.map((event) => (
          <label key={event}>
            <input
              type="checkbox"
              checked={events.includes(event)}
              onChange={({ currentTarget }) =>
                setEvents(ALL.filter((one) => (one === event ? currentTarget.checked : events.includes(one))))
              }
            />{' '}
            {EVENTS[event]} <small className="muted">{event}</small>
          </label>
        ))}
      </fieldset>
      <button className="button main" disabled={isBusy || events.length === 0}>
        Add it
      </button>
      <p className="problem" id={`${id}-problem`} role="alert">
        {said?.message}
      </p>
    </form>
  )
}

interface WebhookProps {
  readonly webhook: WebhookBody
  readonly onRemoved: () => void
}

function Webhook({ webhook: { id, url, events }, onRemoved }: WebhookProps) {
  const [isOpen, setIsOpen] = useState(false)
  const [isAsked, setIsAsked] = useState(false)
  const [tests, setTests] = useState(0)
  const { isBusy, send, said } = useAction()
  return (
    <li>
      <div className="webhook-row">
        <span className="wraps">
          <b className="webhook-url">{url}</b>
          <small className="muted">
            {events.length === ALL.length ? 'All events' : events.map((event) => EVENTS[event]).join(' · ')}
          </small>
        </span>
        <span className="flow webhook-buttons">
          <button
            type="button"
            className="button"
            disabled={isBusy}
            aria-label={`Send a test to webhook ${id}`}
            onClick={() =>
              void send(testWebhook(id), () => {
                setTests(tests + 1)
                setIsOpen(true)
                return undefined
              })
            }
          >
            Send a test
          </button>
          <button
            type="button"
            className="button"
            aria-expanded={isOpen}
            aria-label={`Deliveries to webhook ${id}`}
            onClick={() => setIsOpen(!isOpen)}
          >
            Deliveries
          </button>
          <button
            type="button"
            className="button danger"
            aria-label={`Remove webhook ${id}`}
            onClick={() => setIsAsked(true)}
          >
            Remove
          </button>
        </span>
      </div>
      {isAsked && (
        <AskOnceMore
          what="Remove it"
          words="The arena posts no more to this address, and drops the deliveries that wait."
          no="Keep it"
          onYes={() =>
            send(removeWebhook(id), () => {
              onRemoved()
              return undefined
            })
          }
          onNo={() => setIsAsked(false)}
        />
      )}
      {said?.kind === 'refused' && (
        <p className="problem" role="alert">
          {said.message}
        </p>
      )}
      {isOpen && <Deliveries webhook={id} tests={tests} />}
    </li>
  )
}
