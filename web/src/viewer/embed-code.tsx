import { useId } from 'react'
import { Icon } from '../watch/replay-bar.tsx'

/** HTML that embeds this match in another page. */
export function EmbedCode({ match }: { readonly match: number }) {
  const id = useId()
  const code = `<iframe src="${window.location.origin}/embed/${match}" width="480" height="560"></iframe>`
  return (
    <>
      <button type="button" className="button" popoverTarget={id}>
        <Icon name="code" /> Embed
      </button>
      <div id={id} popover="auto" className="popover box raised">
        <label htmlFor={`${id}-code`}>Put this into a page of yours</label>
        <textarea
          id={`${id}-code`}
          readOnly
          rows={4}
          value={code}
          onFocus={(event) => event.target.select()}
        />
      </div>
    </>
  )
}
