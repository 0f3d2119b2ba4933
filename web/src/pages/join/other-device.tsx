import { useState } from 'react'
import type { PersonBody, SignInLinkBody } from '../../../../src/api/people.ts'
import { makeSignInLink } from '../../api/people.ts'
import { Copied } from '../../parts/new-key.tsx'
import { useAction } from '../../parts/use-action.ts'

/** A team joins on a phone and writes its bot on a computer: a link signs it in there. */
export function OtherDevice({ me }: { readonly me: PersonBody }) {
  const [link, setLink] = useState<SignInLinkBody>()
  const { isBusy, said, send } = useAction()
  const make = (): void =>
    void send(makeSignInLink(me.id), (made) => {
      setLink(made)
      return undefined
    })
  return (
    <div className="other-device">
      {link ? (
        <>
          <p>Send this link to your computer, and open it there. It signs your team in once.</p>
          <Copied text={window.location.origin + link.path} what="the sign-in link" />
        </>
      ) : (
        <button type="button" className="button" disabled={isBusy} onClick={make}>
          Go on at a computer
        </button>
      )}
      {said?.message !== undefined && (
        <p className="problem" role="alert">
          {said.message}
        </p>
      )}
    </div>
  )
}
