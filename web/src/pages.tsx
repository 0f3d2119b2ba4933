import type { ComponentType } from 'react'
import { useMe } from './api/me.ts'
import { LobbyPage } from './pages/lobby/lobby-page.tsx'
import { late } from './parts/late.tsx'
import { NotFound } from './parts/not-found.tsx'

/** The parts of an address that a pattern names; `*` is the rest of it. */
type Parts = Readonly<Record<string, string | undefined>>
export type Page = ComponentType<Parts>

// Each page is a chunk of its own. The match page is large: it has the rules of the games.
const OwnTeam = late(() => import('./pages/team/team-page.tsx'), 'TeamPage')
const PublicTeam = late(() => import('./pages/team/public-team-page.tsx'), 'PublicTeamPage')

const Help = late(() => import('./pages/help/help-page.tsx'), 'HelpPage')
const OldHelp = late(() => import('./pages/help/help-page.tsx'), 'OldHelpPage')

/** The team itself and the organiser see the team's workshop, all others its public page. */
function Team({ id }: { readonly id: number }) {
  const me = useMe()
  return me?.id === id || me?.role === 'organiser' ? <OwnTeam id={id} /> : <PublicTeam id={id} />
}

/** Pages that fill the window, without the header. */
export const BARE_PAGES: readonly (readonly [path: string, page: Page])[] = [
  ['/tv', plain(late(() => import('./pages/tv/tv-page.tsx'), 'TvPage'))],
  [
    '/contests/:id/certificates',
    withId(late(() => import('./pages/certificates/certificates-page.tsx'), 'CertificatesPage')),
  ],
  ['/contests/:id/join', withId(late(() => import('./pages/join/join-sheet-page.tsx'), 'JoinSheetPage'))],
  [
    '/contests/:id/board',
    withId(late(() => import('./pages/readiness/readiness-page.tsx'), 'ReadinessPage')),
  ],
  ['/embed/:id', withId(late(() => import('./pages/embed/embed-page.tsx'), 'EmbedPage'))],
]

/** All pages that have the header. The first path that fits is taken. */
export const PAGES: readonly (readonly [path: string, page: Page])[] = [
  ['/', plain(LobbyPage)],
  ['/matches/:id', withId(late(() => import('./pages/match/match-page.tsx'), 'MatchPage'))],
  ['/games', plain(late(() => import('./pages/game/games-page.tsx'), 'GamesPage'))],
  ['/games/:challenge', withChallenge(late(() => import('./pages/game/game-page.tsx'), 'GamePage'))],
  ['/games/:challenge/rules', withChallenge(late(() => import('./pages/game/rules-page.tsx'), 'RulesPage'))],
  ['/games/:challenge/wire', withChallenge(late(() => import('./pages/game/rules-page.tsx'), 'WirePage'))],
  ['/games/:challenge/write', withChallenge(late(() => import('./pages/game/write-page.tsx'), 'WritePage'))],
  ['/help/*?', ({ '*': path }) => <Help path={path} />],
  ['/guide/*?', ({ '*': path }) => <OldHelp path={path} />],
  ['/ladder', plain(late(() => import('./pages/ladder/ladders-page.tsx'), 'LaddersPage'))],
  ['/ladder/:challenge', withChallenge(late(() => import('./pages/ladder/ladder-page.tsx'), 'LadderPage'))],
  [
    '/ladder/:challenge/bots/:bot',
    withBot(late(() => import('./pages/ladder/ladder-bot-page.tsx'), 'LadderBotPage')),
  ],
  ['/teams', plain(late(() => import('./pages/teams/teams-page.tsx'), 'TeamsPage'))],
  ['/teams/:id', withId(Team)],
  ['/players/:id', withId(Team)],
  ['/contests', plain(late(() => import('./pages/tournament/tournaments-page.tsx'), 'TournamentsPage'))],
  [
    '/contests/new',
    plain(late(() => import('./pages/new-tournament/new-tournament-page.tsx'), 'NewTournamentPage')),
  ],
  ['/contests/:id', withId(late(() => import('./pages/tournament/tournament-page.tsx'), 'TournamentPage'))],
  ['/join/:code', withCode(late(() => import('./pages/join/join-page.tsx'), 'JoinPage'))],
  ['/play', plain(late(() => import('./pages/new-match/new-match-page.tsx'), 'NewMatchPage'))],
  ['/play/:id', withId(late(() => import('./pages/play/play-page.tsx'), 'PlayPage'))],
  ['/open', plain(late(() => import('./pages/replay/open-page.tsx'), 'OpenPage'))],
  [
    '/evaluations/:id',
    withId(late(() => import('./pages/evaluation/evaluation-page.tsx'), 'EvaluationPage')),
  ],
  ['/organise', plain(late(() => import('./pages/organise/organise-page.tsx'), 'OrganisePage'))],
  ['/organiser', plain(late(() => import('./pages/organise/organiser-page.tsx'), 'OrganiserPage'))],
  ['/judge', plain(late(() => import('./pages/judge/judge-page.tsx'), 'JudgePage'))],
  ['/sign-in', plain(late(() => import('./pages/sign-in/sign-in-page.tsx'), 'SignInPage'))],
]

function plain(Found: ComponentType): Page {
  return () => <Found />
}

function withId(Found: ComponentType<{ readonly id: number }>): Page {
  return ({ id = '' }) => (isId(id) ? <Found key={id} id={Number(id)} /> : <NotFound />)
}

const isId = (text: string): boolean => /^[1-9]\d{0,15}$/.test(text)

function withBot(Found: ComponentType<{ readonly challenge: string; readonly bot: number }>): Page {
  return ({ challenge = '', bot = '' }) =>
    isId(bot) ? <Found key={bot} challenge={challenge} bot={Number(bot)} /> : <NotFound />
}

function withChallenge(Found: ComponentType<{ readonly challenge: string }>): Page {
  return ({ challenge = '' }) => <Found key={challenge} challenge={challenge} />
}

function withCode(Found: ComponentType<{ readonly code: string }>): Page {
  return ({ code = '' }) => <Found key={code} code={code} />
}
