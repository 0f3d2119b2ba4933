import { useState } from 'react'
import { Link } from '../../parts/link.tsx'
import type { KitBody, WholeChallengeBody } from '../../../../src/api/challenges.ts'
import { kitUrl } from '../../api/challenges.ts'
import { Copied } from '../../parts/new-key.tsx'
import { clientCommand } from '../../parts/connect-command.ts'

interface GameKitsProps {
  readonly challenge: WholeChallengeBody
  readonly kits: readonly KitBody[]
}

/** Kits of all languages: bots that already play, to be made better. */
export function GameKits({ challenge, kits }: GameKitsProps) {
  const [chosen, setChosen] = useState(kits[0]?.language)
  const kit = kits.find(({ language }) => language === chosen) ?? kits[0]
  return (
    <section className="panel" aria-labelledby="kits">
      <h2 id="kits">Begin with a bot that plays</h2>
      {kit === undefined ? (
        <p className="muted">There is no kit for this game yet.</p>
      ) : (
        <>
          <div className="kit-languages line" role="group" aria-label="Language">
            {kits.map(({ language, title }) => (
              <button
                key={language}
                type="button"
                className="button"
                aria-pressed={language === kit.language}
                onClick={() => setChosen(language)}
              >
                {title}
              </button>
            ))}
          </div>
          <div className="kit">
            <p>
              The kit for {kit.title} plays already. Make <code>{kit.edit}</code> better,{' '}
              {kit.uploads
                ? 'then upload it: the arena builds and runs it.'
                : 'and run it on your machine: it connects to the arena.'}
            </p>
            <p className="flow">
              <a className="button main" href={kitUrl(challenge.id, kit.language)} download>
                Download for {kit.title} (zip)
              </a>
              {kit.uploads && (
                <Link href={`/games/${challenge.id}/write`} className="button">
                  Write it on this page
                </Link>
              )}
            </p>
            <p className="muted small">Or on the command line, with Node and this arena alone:</p>
            <Copied
              text={clientCommand(`new-bot ${challenge.id} ${kit.language} my-bot`)}
              what="the command"
            />
          </div>
        </>
      )}
    </section>
  )
}
