import { useState } from 'react'
import { Icon } from '../watch/replay-bar.tsx'

/** A link like any other; where the browser allows it, a click puts it on the clipboard. */
export function ShareLink({ place }: { readonly place: string }) {
  const [copied, setCopied] = useState<string>()
  const copy = (): void => {
    const address = new URL(place, window.location.href).href
    // Only pages from localhost or over https have a clipboard.
    const { clipboard } = navigator as { readonly clipboard?: Clipboard }
    clipboard?.writeText(address).then(
      () => setCopied(place),
      () => {},
    )
  }
  return (
    <a className="button" href={place} onClick={copy} title="A link to this position">
      <Icon name="link" /> {copied === place ? 'Copied' : 'Share'}
    </a>
  )
}
