import { GAMES } from '../games/index.ts'
import { nodeDigest } from '../runner/digest.ts'

/** All keys of gamegrid in Redis begin so. */
export const PREFIX = 'gamegrid'

/** Changes when workers and runs of different releases could not understand each other. */
const PROTOCOL = 4

/** What must be equal for a worker and a run to give the same matches: the release, and the rules of all games. */
export interface RulesVersion {
  readonly gamegrid: string
  readonly protocol: number
  readonly games: Readonly<Record<string, number>>
}

export const rulesVersion = (gamegrid: string): RulesVersion => ({
  gamegrid,
  protocol: PROTOCOL,
  games: Object.fromEntries(GAMES.map(({ id, version }) => [id, version])),
})

/** Each version of the rules has a queue of its own, so a worker never gets a match that it would play by other rules. */
export const queueName = (rules: RulesVersion): string => `matches-${tagOf(rules)}`

export const isSameRules = (a: RulesVersion, b: RulesVersion): boolean => tagOf(a) === tagOf(b)

/** In words, for a person: what differs between two versions. */
export function describeDifference(theirs: RulesVersion, ours: RulesVersion): string {
  if (theirs.gamegrid !== ours.gamegrid) return `gamegrid ${theirs.gamegrid} instead of ${ours.gamegrid}`
  const game = Object.keys({ ...theirs.games, ...ours.games }).find(
    (id) => theirs.games[id] !== ours.games[id],
  )
  if (game === undefined) return 'another way to talk to workers'
  const versionIn = ({ games }: RulesVersion): string =>
    games[game] === undefined ? 'no rules' : `version ${games[game]} of the rules`
  return `${versionIn(theirs)} of ${game} instead of ${versionIn(ours)}`
}

const tagOf = ({ gamegrid, protocol, games }: RulesVersion): string =>
  nodeDigest(JSON.stringify([gamegrid, protocol, Object.entries(games).toSorted()])).slice(0, 12)

export const runKey = (run: string): string => `${PREFIX}:run:${run}`
/** A sign that some run has these rules: then no other run ends the workers that have them. */
export const rulesKey = (rules: RulesVersion): string => `${PREFIX}:rules:${tagOf(rules)}`
/** The newest run of an arena. */
export const ownerKey = (owner: string): string => `${PREFIX}:owner:${owner}`
export const streamKey = (run: string, epoch: number): string => `${PREFIX}:events:${run}:${epoch}`
/** An attempt that its run no longer waits for. The worker that plays it reads this and stops. */
export const stopKey = (job: string): string => `${PREFIX}:stop:${job}`
export const filesKey = (sha: string): string => `${PREFIX}:files:${sha}`
/** The ids of all workers; each has a card under its own key, which ends with it. */
export const WORKERS_KEY = `${PREFIX}:workers`
export const workerKey = (worker: string): string => `${PREFIX}:worker:${worker}`
/** Why a worker is set aside. The worker reads it and leaves. */
export const asideKey = (worker: string): string => `${PREFIX}:aside:${worker}`
