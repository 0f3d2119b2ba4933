import { useEffect, useState } from 'react'
import type { PersonBody, SignInLinkBody } from '../../../../src/api/people.ts'
import { makeSignInLink } from '../../api/people.ts'
import { LocalAddress } from '../../parts/local-address.tsx'
import { momentWords } from '../../parts/moment-words.ts'
import { Copied } from '../../parts/new-key.tsx'
import { QrCode } from '../../parts/qr-code.tsx'

/** A new link that signs a team in once, as text and as a QR code, to be copied, shown or printed. */
export function SignInLink({ team: { id, name } }: { readonly team: PersonBody }) {
  const [link, setLink] = useState<SignInLinkBody>()
  const [problem, setProblem] = useState<string>()
  useEffect(() => {
    const make = async (): Promise<void> => {
      const made = await makeSignInLink(id)
      if (made.ok) setLink(made.value)
      else setProblem(made.problem.message)
    }
    void make()
  }, [id])
  if (!link)
    return (
      <p className="problem" role="alert">
        {problem}
      </p>
    )
  const url = window.location.origin + link.path
  return (
    <div className="sign-in-card" role="status">
      <QrCode text={url} label={`QR code of the sign-in link for ${name}`} />
      <div className="sign-in-words">
        <p>
          <b>{name}</b> signs in with this link once, until {momentWords(Date.parse(link.expires))}. Whoever
          opens it first is signed in as this team.
        </p>
        <LocalAddress who="the teams use" />
        <Copied text={url} what={`the sign-in link for ${name}`} />
        <button type="button" className="button" onClick={() => window.print()}>
          Print
        </button>
      </div>
    </div>
  )
}
