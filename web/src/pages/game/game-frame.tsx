import type { ReactNode } from 'react'
import { useLocation } from 'wouter'
import { Link } from '../../parts/link.tsx'
import type { Home } from '../../api/use-home.ts'
import { CannotShow } from '../../parts/cannot-show.tsx'
import { NotFound } from '../../parts/not-found.tsx'
import { useTitle } from '../../parts/use-title.ts'
import '../../parts/form.css'
import './game.css'

interface GameFrameProps {
  readonly id: string
  readonly found: Home
  /** Of the page within the game; empty for its home. */
  readonly title: string
  readonly children: ReactNode
}

/** What all pages of one game have above their content: its name, and links to each other. */
export function GameFrame({ id, found: { challenge, home, problem }, title, children }: GameFrameProps) {
  const name = challenge?.title ?? id
  useTitle(title === '' ? name : `${title}, ${name}`)
  if (problem?.code === 'not-found') return <NotFound what="challenge" />
  if (problem) return <CannotShow what={id} why={problem.message} />
  return (
    <div className="game page">
      <header className="game-head title flow apart">
        <h1>{challenge?.title ?? '\u00a0'}</h1>
        <nav className="game-nav line" aria-label={`Pages of ${name}`}>
          <Tab href={`/games/${id}`}>Home</Tab>
          <Tab href={`/games/${id}/rules`}>Rules</Tab>
          {home?.pages.wire !== null && <Tab href={`/games/${id}/wire`}>Wire</Tab>}
          <Tab href={`/games/${id}/write`}>Write a bot</Tab>
          <Tab href={`/ladder/${id}`}>Ladder</Tab>
        </nav>
      </header>
      {children}
    </div>
  )
}

function Tab({ href, children }: { readonly href: string; readonly children: string }) {
  const [location] = useLocation()
  return (
    <Link href={href} aria-current={location === href ? 'page' : undefined}>
      {children}
    </Link>
  )
}
