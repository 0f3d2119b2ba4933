interface OptionCardsProps {
  readonly legend: string
  readonly name: string
  readonly chosen: string
  readonly cards: readonly OptionCard[]
  readonly onChoose: (id: string) => void
}

interface OptionCard {
  readonly id: string
  readonly title: string
  readonly summary: string
  readonly note?: string
}

/** Radio buttons as cards with a title and a summary; styled by form.css. */
export const OptionCards = ({ legend, name, chosen, cards, onChoose }: OptionCardsProps) => (
  <fieldset className="option-cards tiles">
    <legend>{legend}</legend>
    {cards.map(({ id, title, summary, note }) => (
      <label key={id} className="option-card">
        <input type="radio" name={name} value={id} checked={id === chosen} onChange={() => onChoose(id)} />
        <span>
          <b>{title}</b>
          <small>{summary}</small>
          {note !== undefined && <small className="muted">{note}</small>}
        </span>
      </label>
    ))}
  </fieldset>
)
