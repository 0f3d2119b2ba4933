import { useState } from 'react'
import type { PersonBody, SignInLinkBody } from '../../../../src/api/people.ts'
import { makeSignInLink } from '../../api/people.ts'
import { Copied } from '../../parts/new-key.tsx'

/** A team joins on a phone and writes its bot on a computer: a link signs it in there. */
export function OtherDevice({ me }: { readonly me: PersonBody }) {
  const [link, setLink] = useState<SignInLinkBody>()
  const [problem, setProblem] = useState<string>()
  const make = async (): Promise<void> => {
    const made = await makeSignInLink(me.id)
    if (made.ok) setLink(made.value)
    setProblem(made.ok ? undefined : made.problem.message)
  }
  return (
    <div className="other-device">
      {link ? (
        <>
          <p>Send this link to your computer, and open it there. It signs your team in once.</p>
          <Copied text={window.location.origin + link.path} what="the sign-in link" />
        </>
      ) : (
        <button type="button" className="button" onClick={() => void make()}>
          Go on at a computer
        </button>
      )}
      {problem !== undefined && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
    </div>
  )
}
