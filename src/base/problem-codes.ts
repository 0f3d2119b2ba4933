/**
 * Every code that a problem can have, once, under the HTTP status that the API answers with. A code is stable and in
 * kebab-case: programs compare it, people read the message.
 *
 * A thing that a body names and that does not exist is a bad request; one that the address names is not found.
 */
const PROBLEM_CODES = {
  400: [
    'archive-cut',
    'archive-empty',
    'bad-address',
    'bad-challenge',
    'bad-clock',
    'bad-command',
    'bad-date',
    'bad-entrants',
    'bad-file',
    'bad-mark',
    'bad-model',
    'bad-name',
    'bad-opponent',
    'bad-options',
    'bad-plan',
    'bad-player',
    'bad-program',
    'bad-request',
    'bad-rules',
    'bad-seed',
    'bad-setting',
    'bad-settings',
    'bad-sprt',
    'bad-start-up',
    'bad-tournament',
    'bad-url',
    'bad-version',
    'illegal',
    'no-run-command',
    'other-challenge',
    'session-key',
    'unknown-bot',
    'unknown-brain',
    'unknown-case',
    'unknown-challenge',
    'unknown-entrant',
    'unknown-format',
    'unknown-program',
    'unknown-runtime',
    'unknown-setting',
  ],
  401: ['no-key'],
  403: [
    'entry-refused',
    'expired-link',
    'forbidden',
    'not-invited',
    'not-your-bot',
    'registration-closed',
    'unknown-link',
    'used-invitation',
    'used-link',
    'wrong-key',
  ],
  404: ['not-found', 'not-joined', 'unknown-code', 'unknown-match', 'unknown-tournament', 'unknown-version'],
  405: ['wrong-method'],
  408: ['too-slow'],
  409: [
    'already-delivered',
    'battle-open',
    'bot-not-ready',
    'entry-closed',
    'has-started',
    'last-key',
    'later-played',
    'name-taken',
    'no-next-round',
    'no-team-url',
    'not-open',
    'not-over',
    'not-started',
    'not-unjudged',
    'not-your-turn',
    'nothing-to-extend',
    'own-match',
    'run-open',
    'teams-not-ready',
    'too-late',
    'tournament-damaged',
    'tournament-over',
    'withdrawn',
  ],
  410: ['gone', 'over'],
  413: ['team-quota', 'too-big'],
  414: ['too-long'],
  415: ['bad-media-type'],
  421: ['wrong-host'],
  426: ['no-socket'],
  429: [
    'too-fast',
    'too-many-battles',
    'too-many-bots',
    'too-many-evaluations',
    'too-many-games',
    'too-many-invitations',
    'too-many-keys',
    'too-many-matches',
    'too-many-streams',
    'too-many-versions',
    'too-many-waiting',
    'too-many-webhooks',
    'unanswered',
  ],
  431: ['headers-too-big'],
  500: ['server-error'],
  503: ['arena-unreachable', 'busy', 'records-busy'],
  507: ['disk-full', 'no-room'],
} as const

/** Codes of problems that stay on this machine: the API never sends one. */
type LocalCode =
  | 'archive-damaged'
  | 'archive-entries'
  | 'archive-format'
  | 'archive-limit'
  | 'archive-link'
  | 'archive-name'
  | 'archive-size'
  | 'archive-special'
  | 'archive-twice'
  | 'archive-unreadable'
  | 'backup-failed'
  | 'bad-allow-list'
  | 'bad-body'
  | 'bad-boost'
  | 'bad-callback-host'
  | 'bad-certificate'
  | 'bad-commands'
  | 'bad-document'
  | 'bad-fill'
  | 'bad-format'
  | 'bad-folder'
  | 'bad-full'
  | 'bad-game'
  | 'bad-id'
  | 'bad-manifest'
  | 'bad-maps'
  | 'bad-budget'
  | 'bad-prompt'
  | 'bad-public-host'
  | 'bad-record'
  | 'bad-rounds'
  | 'bad-turn'
  | 'bad-wait'
  | 'brain-game'
  | 'brain-load'
  | 'brain-not-loaded'
  | 'brain-shape'
  | 'brain-unknown'
  | 'build-failed'
  | 'build-folder'
  | 'build-limit'
  | 'build-stopped'
  | 'cannot-connect'
  | 'cannot-listen'
  | 'folder-busy'
  | 'folder-empty'
  | 'folder-other'
  | 'folder-results'
  | 'folder-used'
  | 'guest-gone'
  | 'host-failed'
  | 'match-players'
  | 'no-wire'
  | 'match-rules'
  | 'match-void'
  | 'outgoing-failed'
  | 'outgoing-forbidden'
  | 'outgoing-host-is-short'
  | 'player-failed'
  | 'port-taken'
  | 'restore-failed'
  | 'sandbox-cores'
  | 'sandbox-failed'
  | 'sandbox-folder'
  | 'sandbox-unavailable'
  | 'server-busy'
  | 'server-lost'
  | 'server-refused'
  | 'server-unreadable'
  | 'stdio-failed'
  | 'stopped'
  | 'store-busy'
  | 'store-damaged'
  | 'store-disk'
  | 'store-forbidden'
  | 'store-foreign'
  | 'store-full'
  | 'store-inconsistent'
  | 'store-lost'
  | 'store-missing'
  | 'store-newer'
  | 'store-not-a-database'
  | 'store-not-a-folder'
  | 'store-refused'
  | 'store-unsound'
  | 'terminal-missing'
  | 'trial-failed'
  | 'trial-host'
  | 'trial-stopped'
  | 'unknown-evaluation'
  | 'unknown-name'
  | 'bad-wire'
  | 'unreadable-datum'
  | 'unreadable-move'
  | 'workshop-disk'

export type ProblemCode = RequestCode | LocalCode

/** A code that the API sends. */
export type RequestCode = (typeof PROBLEM_CODES)[keyof typeof PROBLEM_CODES][number]

const STATUSES: ReadonlyMap<string, number> = new Map(
  Object.entries(PROBLEM_CODES).flatMap(([status, codes]) => codes.map((code) => [code, Number(status)])),
)

export const isRequestCode = (code: ProblemCode): code is RequestCode => STATUSES.has(code)

/** The HTTP status that the API answers with. */
export const statusOf = (code: RequestCode): number => STATUSES.get(code) ?? 500

/** The codes that the API sends with a status. */
export const codesOf = (status: number): readonly RequestCode[] =>
  Object.values(PROBLEM_CODES)
    .flat()
    .filter((code) => statusOf(code) === status)
