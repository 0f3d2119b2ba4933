import { useLayoutEffect, useRef, useState } from 'react'

export interface OrderedItem {
  readonly id: string
  readonly label: string
  readonly note?: string
}

interface OrderedListProps {
  readonly items: readonly OrderedItem[]
  readonly label: string
  readonly onChange: (ids: readonly string[]) => void
}

/** A list that is ordered by dragging or by buttons. */
export function OrderedList({ items, label, onChange }: OrderedListProps) {
  const [dragged, setDragged] = useState<string>()
  const [said, setSaid] = useState('')
  const list = useRef<HTMLOListElement>(null)
  /** Keeps the focus on the button of an item that was moved. */
  const focus = useRef<{ readonly id: string; readonly action: string }>(undefined)
  const ids = items.map(({ id }) => id)

  useLayoutEffect(() => {
    const wanted = focus.current
    focus.current = undefined
    if (!wanted) return
    const row = [...(list.current?.children ?? [])].find(
      (child) => child instanceof HTMLElement && child.dataset['id'] === wanted.id,
    )
    const buttons = [...(row?.querySelectorAll<HTMLButtonElement>('button:enabled') ?? [])]
    const button = buttons.find(({ value }) => value === wanted.action) ?? buttons[0]
    button?.focus()
  }, [items])

  const place = (id: string, at: number): void => {
    const others = ids.filter((other) => other !== id)
    onChange([...others.slice(0, at), id, ...others.slice(at)])
  }
  const move = (item: OrderedItem, by: 1 | -1): void => {
    const at = ids.indexOf(item.id) + by
    focus.current = { id: item.id, action: by < 0 ? 'up' : 'down' }
    setSaid(`${item.label} is now ${at + 1} of ${ids.length}`)
    place(item.id, at)
  }
  const remove = (item: OrderedItem): void => {
    const at = ids.indexOf(item.id)
    const next = ids[at + 1] ?? ids[at - 1]
    if (next !== undefined) focus.current = { id: next, action: 'remove' }
    setSaid(`${item.label} is removed`)
    onChange(ids.filter((id) => id !== item.id))
  }
  return (
    <>
      <ol className="ordered" aria-label={label} ref={list}>
        {items.map((item, index) => (
          <li
            key={item.id}
            data-id={item.id}
            data-dragged={item.id === dragged}
            draggable
            onDragStart={(event) => {
              event.dataTransfer.effectAllowed = 'move'
              event.dataTransfer.setData('text/plain', item.label)
              setDragged(item.id)
            }}
            onDragOver={(event) => {
              if (dragged === undefined) return
              event.preventDefault()
              if (dragged !== item.id) place(dragged, index)
            }}
            onDrop={(event) => event.preventDefault()}
            onDragEnd={() => setDragged(undefined)}
          >
            <span className="rank digits muted">{index + 1}</span>
            <span className="ordered-name wraps">
              {item.label} {item.note !== undefined && <small className="muted">{item.note}</small>}
            </span>
            <span className="ordered-buttons">
              <button
                type="button"
                className="button quiet"
                value="up"
                disabled={index === 0}
                aria-label={`Move ${item.label} up`}
                onClick={() => move(item, -1)}
              >
                <Arrow d="M12 6l7 8h-14z" />
              </button>
              <button
                type="button"
                className="button quiet"
                value="down"
                disabled={index === items.length - 1}
                aria-label={`Move ${item.label} down`}
                onClick={() => move(item, 1)}
              >
                <Arrow d="M12 18l-7-8h14z" />
              </button>
              <button
                type="button"
                className="button quiet"
                value="remove"
                aria-label={`Remove ${item.label}`}
                onClick={() => remove(item)}
              >
                <Arrow d="M6.4 5L12 10.6 17.6 5 19 6.4 13.4 12 19 17.6 17.6 19 12 13.4 6.4 19 5 17.6 10.6 12 5 6.4z" />
              </button>
            </span>
          </li>
        ))}
      </ol>
      <p className="hidden-words" role="status">
        {said}
      </p>
    </>
  )
}

const Arrow = ({ d }: { readonly d: string }) => (
  <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d={d} />
  </svg>
)
