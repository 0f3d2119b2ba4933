import { connectCommand } from './connect-command.ts'
import { CopyButton } from './copy-button.tsx'

interface NewKeyProps {
  readonly name: string
  readonly keyText: string
}

/** A new key and the command that uses it. The key is shown only here. */
export function NewKey({ name, keyText }: NewKeyProps) {
  return (
    <div className="new-key" role="status">
      <p>
        The key of <b>{name}</b>. The page shows it only now: give it to the team, or copy it.
      </p>
      <Copied text={keyText} what={`the key of ${name}`} />
      <p>The team plays all its games of contests, of every challenge, with</p>
      <Copied text={connectCommand(keyText)} what={`the command for ${name}`} />
    </div>
  )
}

export const Copied = ({ text, what }: { readonly text: string; readonly what: string }) => (
  <div className="copied">
    <code className="secret sunk">{text}</code>
    <CopyButton text={text} what={what} />
  </div>
)
