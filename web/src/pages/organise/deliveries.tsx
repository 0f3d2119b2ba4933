import { useState } from 'react'
import type { DeliveryBody } from '../../../../src/api/webhooks.ts'
import { usePages } from '../../api/use-pages.ts'
import { fetchDeliveries, sendDelivery } from '../../api/webhooks.ts'
import { useAction } from '../../parts/use-action.ts'

interface DeliveriesProps {
  readonly webhook: number
  /** How many tests were sent from this page: after each the list is read at once. */
  readonly tests: number
}

/** What was posted to a webhook and how its receiver answered, newest first. */
export function Deliveries({ webhook, tests }: DeliveriesProps) {
  const [sent, setSent] = useState(0)
  const { isBusy, send, said } = useAction()
  const { rows, more, problem } = usePages(
    `deliveries ${webhook} ${tests + sent}`,
    (before, signal) => fetchDeliveries(webhook, before, signal),
    { everyMs: 2_000 },
  )
  return (
    <div className="deliveries" role="region" aria-label={`Deliveries to webhook ${webhook}`}>
      {rows?.length === 0 && <p className="muted">The arena has posted nothing yet.</p>}
      <ul className="lined">
        {rows?.map((delivery) => (
          <li key={delivery.id} className="delivery">
            <span>
              <b>{delivery.event}</b>{' '}
              <span className="state pill" data-state={delivery.state}>
                {STATES[delivery.state]}
              </span>
            </span>
            <small className="muted">
              <time dateTime={delivery.created}>{timeWords(delivery.created)}</time>
              {attemptWords(delivery)}
            </small>
            {delivery.problem !== null && <span className="problem">{delivery.problem}</span>}
            {delivery.attempts > 0 && delivery.state !== 'delivered' && (
              <button
                type="button"
                className="button"
                disabled={isBusy}
                aria-label={`${againWords(delivery)}: delivery ${delivery.id}`}
                onClick={() =>
                  void send(sendDelivery(webhook, delivery.id), () => {
                    setSent(sent + 1)
                    return undefined
                  })
                }
              >
                {againWords(delivery)}
              </button>
            )}
          </li>
        ))}
      </ul>
      {more && (
        <button type="button" className="button" onClick={() => void more()}>
          Older
        </button>
      )}
      <p className="problem" role="alert">
        {said?.message ?? problem}
      </p>
    </div>
  )
}

const STATES: Readonly<Record<DeliveryBody['state'], string>> = {
  owed: 'waiting',
  delivered: 'delivered',
  'given-up': 'given up',
}

const againWords = ({ state }: DeliveryBody): string => (state === 'owed' ? 'Send now' : 'Send again')

/** `, attempt 2 failed after 12 ms, next attempt at …`; the problem beside it says why. */
function attemptWords({ attempts, status, ms, next, problem }: DeliveryBody): string {
  if (attempts === 0) return ', not tried yet'
  const answer = problem === null ? `answered ${status}` : 'failed'
  const after = ms === null ? '' : ` after ${ms} ms`
  return `, attempt ${attempts} ${answer}${after}${next === null ? '' : `, next attempt at ${timeWords(next)}`}`
}

const timeWords = (iso: string): string =>
  new Date(iso).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'medium' })
