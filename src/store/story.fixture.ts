import * as fc from 'fast-check'
import { anyCharacter } from '../base/any-character.fixture.ts'
import type { MatchEvent } from '../match/match.ts'
import type { BattleNote, LogEntry, MatchPlayer, PlayerAccount, VersionSource } from './store.ts'
import { RULES } from './rules.fixture.ts'

/** Random entries, each of which may follow those before it. */
export const stories = (): fc.Arbitrary<readonly LogEntry[]> =>
  fc
    .array(fc.tuple(fc.nat(TELLERS.length - 1), fc.nat(), fc.nat(), fc.string({ unit: anyCharacter })), {
      size: 'large',
      maxLength: 150,
    })
    .map((draws) => {
      const told = beginStory()
      return draws.flatMap(([kind, a, b, text]) => {
        const entry = TELLERS[kind]?.(told, a, b, text)
        if (entry) told.entries++
        return entry ?? []
      })
    })

/** What a story must remember so that it goes on well. */
interface Told {
  readonly people: number[]
  readonly keys: string[]
  readonly invitations: string[]
  /** The newest sign-in link of each person. */
  readonly links: Map<number, string>
  readonly bots: { readonly bot: number; versions: number; isEnrolled?: boolean }[]
  readonly frozen: Set<string>
  /** How many seasons were begun, by challenge. */
  readonly seasons: Map<string, number>
  readonly matches: {
    readonly match: number
    status: 'open' | 'waiting' | 'playing' | 'over'
    isCalled?: boolean
    isCase?: boolean
  }[]
  readonly tournaments: {
    readonly tournament: number
    isOver: boolean
    results: number
    withdrawn: number
    hasBegun?: boolean
    /** The people that joined. */
    readonly teams: Set<number>
  }[]
  readonly urls: Set<string>
  readonly runs: { readonly run: number; state: 'running' | 'owed' | 'done'; readonly isCalled: boolean }[]
  /** Links of judges that were not revoked. */
  readonly judges: { readonly tournament: number; readonly link: string }[]
  /** Marks that were given and not taken back. */
  readonly marks: Set<string>
  webhooks: number
  /** How many entries were told: the number of the last one. */
  entries: number
  /** Deliveries that are owed, with their attempts. */
  readonly owed: { readonly webhook: number; readonly delivery: number; attempts: number }[]
  names: number
}

const beginStory = (): Told => ({
  people: [],
  keys: [],
  invitations: [],
  links: new Map(),
  bots: [],
  frozen: new Set(),
  seasons: new Map(),
  matches: [],
  tournaments: [],
  urls: new Set(),
  runs: [],
  judges: [],
  marks: new Set(),
  webhooks: 0,
  entries: 0,
  owed: [],
  names: 0,
})

type Teller = (told: Told, a: number, b: number, text: string) => LogEntry | undefined

/** For each kind the next entry, or nothing where it cannot come now. */
const TELLERS: readonly Teller[] = [
  (_told, a, b, text) => ({
    kind: 'announcement-posted',
    text,
    ...(b % 2 === 0 && { expires: a }),
  }),
  register,
  (told, a, b, text) => {
    const person = pick(told.people, a)
    if (person === undefined) return undefined
    const key = `key${told.names++}`
    const from = b % 5 === 0 ? undefined : pick(told.keys, b)
    told.keys.push(key)
    const expires = b % 3 === 0 ? {} : { expires: b }
    return {
      kind: 'key-issued',
      key,
      person,
      hash: text,
      use: b % 7 === 0 ? 'worker' : b % 2 === 0 ? 'api' : 'session',
      ...expires,
      ...(from !== undefined && { from }),
    }
  },
  (told, a) => {
    const key = take(told.keys, a)
    return key === undefined ? undefined : { kind: 'key-revoked', key }
  },
  (told, _a, _b, text) => {
    const invitation = `invitation${told.names++}`
    told.invitations.push(invitation)
    return { kind: 'invitation-issued', invitation, hash: text }
  },
  (told, a, b) => {
    const person = pick(told.people, b)
    if (person === undefined) return undefined
    const invitation = take(told.invitations, a)
    return invitation === undefined ? undefined : { kind: 'invitation-used', invitation, person }
  },
  (told, a, b, text) => {
    const person = pick(told.people, a)
    if (person === undefined) return undefined
    const link = `link${told.names++}`
    told.links.set(person, link)
    const from = pick(told.keys, b)
    return {
      kind: 'sign-in-link-issued',
      link,
      person,
      hash: text,
      expires: b,
      ...(from !== undefined && { from }),
    }
  },
  (told, a) => {
    const [person, link] = pick([...told.links], a) ?? []
    if (person === undefined || link === undefined) return undefined
    told.links.delete(person)
    return { kind: 'sign-in-link-used', link }
  },
  (told, a, b, name) => {
    const person = pick(told.people, a)
    if (person === undefined) return undefined
    const bot = told.bots.length + 1
    told.bots.push({ bot, versions: 0 })
    return { kind: 'bot-registered', bot, person, challenge: challengeOf(b), name }
  },
  (told, a, b, text) => {
    const bot = pick(told.bots, a)
    if (bot === undefined) return undefined
    const build = b % 3 === 0 ? {} : { build: ['make', text], run: text }
    const source: VersionSource =
      b % 2 === 0 ? { kind: 'program', command: text } : { kind: 'upload', archive: text, bytes: b, ...build }
    const received = b % 5 < 2 ? { received: b } : {}
    return { kind: 'version-added', bot: bot.bot, version: ++bot.versions, source, ...received }
  },
  (told, a, b, text) => {
    const bot = pick(told.bots, a)
    if (bot === undefined || bot.versions === 0) return undefined
    const run = b % 3 === 0 ? {} : { run: text, wire: text, log: text }
    const version = 1 + (b % bot.versions)
    if (b % 5 === 0) return { kind: 'version-unjudged', bot: bot.bot, version, report: text, log: text }
    if (b % 7 === 0) return { kind: 'version-retried', bot: bot.bot, version }
    return { kind: 'version-judged', bot: bot.bot, version, passed: b % 2 === 0, report: text, ...run }
  },
  (told, a) => {
    const bot = pick(told.bots, a)
    if (bot === undefined) return undefined
    bot.isEnrolled = bot.isEnrolled !== true
    return { kind: bot.isEnrolled ? 'ladder-enrolled' : 'ladder-left', bot: bot.bot }
  },
  (told, a, b) => {
    const challenge = challengeOf(a)
    // Only what is there can be taken back.
    const isGone = b % 3 === 0 && told.frozen.delete(challenge)
    if (!isGone) told.frozen.add(challenge)
    return { kind: 'ladder-freeze-set', challenge, ...(!isGone && { freeze: b }) }
  },
  (told, a, _b, name) => {
    const challenge = challengeOf(a)
    const season = (told.seasons.get(challenge) ?? 1) + 1
    told.seasons.set(challenge, season)
    return { kind: 'ladder-season-begun', challenge, season, name }
  },
  (_told, a) => ({ kind: 'ladder-share-set', percent: a % 101 }),
  createMatch,
  (told, a, b, text) => {
    const match = pick(withStatus(told, 'open'), a)
    if (match === undefined) return undefined
    match.status = 'waiting'
    const first = b % 3 === 0 ? { first: true as const } : {}
    return { kind: 'match-joined', match: match.match, player: playerOf(told, b, text), ...first }
  },
  (told, a) => {
    const match = pick(withStatus(told, 'waiting'), a)
    if (match === undefined) return undefined
    match.status = 'playing'
    return { kind: 'match-started', match: match.match }
  },
  playEvent,
  playEvent,
  (told, a, b) => {
    const match = pick(withStatus(told, 'playing'), a)
    return match && { kind: 'round-over', match: match.match, score: [b % 3, a % 3] }
  },
  (told, a, b, end) => {
    const match = pick(
      told.matches.filter(({ status }) => status !== 'over'),
      a,
    )
    if (match === undefined) return undefined
    match.status = 'over'
    const winner = ([0, 1, undefined] as const)[b % 3]
    return {
      kind: 'match-over',
      match: match.match,
      score: [a % 3, b % 3],
      winner,
      void: b % 5 === 0,
      end,
      ...(b % 4 > 0 && { accounts: [accountOf(a), accountOf(b)] }),
      ...(b % 3 > 0 && { fingerprints: Array.from({ length: a % 3 }, (_, at) => `${a}${at}`) }),
    }
  },
  (told, a, b, text) => {
    const match = pick(told.matches, a)
    const lines = [{ at: a, turn: b % 9, text }]
    return (
      match && {
        kind: 'bot-logged',
        match: match.match,
        player: b % 2 === 0 ? 0 : 1,
        log: { round: b % 3, stderr: text, lines },
      }
    )
  },
  (told, a, b, text) => {
    const match = pick(told.matches, a)
    const note: BattleNote =
      b % 2 === 0 ? { kind: 'invited', url: text } : { kind: 'invitation-answered', status: b }
    return match && { kind: 'battle-noted', match: match.match, player: b % 3 === 0 ? 0 : 1, note }
  },
  (told, a, b, text) => {
    const person = pick(told.people, a)
    if (person === undefined) return undefined
    const challenge = challengeOf(b)
    const key = `${person} ${challenge}`
    // Only what is there can be taken away.
    const isGone = b % 3 === 0 && told.urls.delete(key)
    if (!isGone) told.urls.add(key)
    return { kind: 'team-url-set', person, challenge, ...(!isGone && { url: text }) }
  },
  (told, a, b, text) => {
    const run = told.runs.length + 1
    const person = pick(told.people, a)
    told.runs.push({ run, state: 'running', isCalled: b % 2 === 0 })
    return {
      kind: 'run-began',
      run,
      challenge: challengeOf(b),
      teamUrl: text,
      ...(person !== undefined && { person }),
      ...(b % 3 === 0 && { caseType: text }),
      ...(b % 2 === 0 && { callback: { runId: b % 4 === 0 ? text : b, url: text } }),
      ...(b % 5 < 2 && { sequential: b % 5 === 0 }),
    }
  },
  (told, a, b, text) => {
    const run = pick(told.runs, a)
    const match = pick(
      told.matches.filter(({ isCase }) => !isCase),
      b,
    )
    if (run === undefined || match === undefined) return undefined
    match.isCase = true
    return { kind: 'case-began', run: run.run, match: match.match, case: text }
  },
  (told, a, b, message) => {
    const run = pick(
      told.runs.filter(({ state }) => state === 'running'),
      a,
    )
    if (run === undefined) return undefined
    run.state = run.isCalled ? 'owed' : 'done'
    return { kind: 'run-over', run: run.run, score: b, possible: b + 1, message }
  },
  (told, a, b, text) => {
    const run = pick(
      told.runs.filter(({ state }) => state === 'owed'),
      a,
    )
    if (run === undefined) return undefined
    const rest = b % 3 === 0 ? {} : b % 3 === 1 ? { problem: text } : { problem: text, last: true as const }
    if (b % 3 !== 1) run.state = 'done'
    return { kind: 'callback-tried', run: run.run, attempt: b, ...rest }
  },
  (told, a, b, name) => {
    const tournament = told.tournaments.length + 1
    told.tournaments.push({ tournament, isOver: false, results: 0, withdrawn: 0, teams: new Set() })
    return {
      kind: 'tournament-created',
      tournament,
      name,
      challenge: challengeOf(b),
      header: { seed: a, name },
    }
  },
  (told, a, b) => {
    const one = pick(
      told.tournaments.filter(({ isOver }) => !isOver),
      a,
    )
    if (one === undefined) return undefined
    const status = (['running', 'paused', 'over'] as const)[b % 3] ?? 'over'
    one.isOver = status === 'over'
    one.hasBegun = true
    return { kind: 'tournament-moved', tournament: one.tournament, status }
  },
  (told, a, b) => {
    const one = pick(told.tournaments, a)
    const match = pick(
      told.matches.filter(({ isCalled }) => !isCalled),
      b,
    )
    if (one === undefined || match === undefined) return undefined
    match.isCalled = true
    return { kind: 'tournament-match', tournament: one.tournament, key: `r${b % 4}`, match: match.match }
  },
  (told, a, _b, entry) => {
    const one = pick(told.tournaments, a)
    return one && { kind: 'tournament-result', tournament: one.tournament, key: `r${one.results++}`, entry }
  },
  (told, a, b, text) => {
    const one = pick(told.tournaments, a)
    return (
      one && {
        kind: 'entrant-withdrawn',
        tournament: one.tournament,
        entrant: `${text}${one.withdrawn++}`,
        round: 1 + (b % 9),
      }
    )
  },
  (told, a, b, judge) => {
    const one = pick(told.tournaments, a)
    return (
      one && { kind: 'mark-given', tournament: one.tournament, judge, entrant: `e${b % 3}`, points: b / 4 }
    )
  },
  (told, a) => {
    const one = pick(told.tournaments, a)
    return one && { kind: 'marks-published', tournament: one.tournament }
  },
  (told, a, b) => {
    const one = pick(told.tournaments, a)
    return one && { kind: 'judging-set', tournament: one.tournament, points: 1 + (b % 30) }
  },
  (told, a, b, judge) => {
    const one = pick(told.tournaments, a)
    if (one === undefined) return undefined
    const link = `judge${told.names++}`
    // An earlier link of the same judge ends: each has a name of its own, so that it can be revoked.
    told.judges.push({ tournament: one.tournament, link })
    return { kind: 'judge-invited', tournament: one.tournament, link, judge: `${judge}${link}`, hash: `${b}` }
  },
  (told, a) => {
    const judge = take(told.judges, a)
    return judge && { kind: 'judge-revoked', ...judge }
  },
  (told, a, b, judge) => {
    const one = pick(told.tournaments, a)
    if (one === undefined) return undefined
    const mark = { tournament: one.tournament, judge: `judge ${b % 2}`, entrant: `e${b % 3}` }
    const isGiven = told.marks.has(JSON.stringify(mark))
    if (isGiven) told.marks.delete(JSON.stringify(mark))
    else told.marks.add(JSON.stringify(mark))
    return isGiven
      ? { kind: 'mark-erased', ...mark, ...(b % 2 === 0 && { link: judge }) }
      : { kind: 'mark-given', ...mark, points: b / 4, ...(b % 2 === 0 && { link: judge }) }
  },
  (told, a, b) => {
    const one = pick(told.tournaments, a)
    if (one === undefined) return undefined
    const { tournament } = one
    const code = `${tournament}-${b % 2}`
    const state = (['open', 'approval', 'closed'] as const)[b % 3] ?? 'open'
    return { kind: 'entry-set', tournament, state, code, ...(b % 4 > 0 && { closes: b }) }
  },
  (told, a, b, text) => {
    const one = pick(told.tournaments, a)
    const person = pick(told.people, b)
    if (one === undefined || person === undefined || one.teams.has(person)) return undefined
    one.teams.add(person)
    const members = b % 3 === 0 ? {} : { members: text }
    return {
      kind: 'team-joined',
      tournament: one.tournament,
      person,
      state: a % 2 === 0 ? 'in' : 'asked',
      ...members,
    }
  },
  (told, a, b, text) => {
    const one = pick(told.tournaments, a)
    const person = one && pick([...one.teams], b)
    if (one === undefined || person === undefined) return undefined
    const team = { tournament: one.tournament, person }
    if (b % 3 === 0) return { kind: 'team-decided', ...team, decision: a % 2 === 0 ? 'in' : 'refused' }
    if (b % 3 === 1) return { kind: 'team-chose', ...team, ...(a % 2 === 0 && { plays: text }) }
    one.teams.delete(person)
    return { kind: 'team-left', ...team }
  },
  (told, a, b, text) => {
    const one = pick(
      told.tournaments.filter(({ hasBegun }) => !hasBegun),
      a,
    )
    return one && { kind: 'entrants-fixed', tournament: one.tournament, header: { seed: b, text } }
  },
  (told, a, b) => {
    const one = pick(told.tournaments, a)
    const plan = b % 2 === 0 ? { starts: b } : { breaks: [{ from: a, to: b }], rounds: 'called' as const }
    return one && { kind: 'plan-made', tournament: one.tournament, plan }
  },
  (told, a, b) => {
    const one = pick(told.tournaments, a)
    return one && { kind: 'round-called', tournament: one.tournament, round: b }
  },
  (told, a, b, text) => {
    const one = pick(told.tournaments, a)
    return one && { kind: 'clock-set', tournament: one.tournament, header: { seed: b, text } }
  },
  (told, a, b, reason) => {
    const one = pick(told.tournaments, a)
    if (one === undefined) return undefined
    one.isOver = false
    return { kind: 'result-annulled', tournament: one.tournament, key: `r${b % 4}`, reason, by: reason }
  },
  (told, a, b, text) => {
    const [person, key] = [pick(told.people, a), pick(told.keys, b)]
    if (person === undefined || key === undefined) return undefined
    const rest = b % 2 === 0 ? {} : { input: text }
    return { kind: 'organiser-acted', person, key, address: text, method: 'POST', path: text, ...rest }
  },
  (told, _a, b, text) => ({
    kind: 'webhook-added',
    webhook: ++told.webhooks,
    url: text,
    events: b % 2 === 0 ? ['match.over'] : [],
    secret: text,
  }),
  (told, a, b, text) => {
    if (told.webhooks === 0) return undefined
    const webhook = 1 + (a % told.webhooks)
    told.owed.push({ webhook, delivery: told.entries + 1, attempts: 0 })
    const source = b % 3 === 0 ? {} : { source: 1 + (b % told.entries) }
    return { kind: 'webhook-queued', webhook, ...source, event: text, body: { text, b } }
  },
  (told, a, b, text) => {
    const one = pick(told.owed, a)
    if (one === undefined) return undefined
    if (b % 4 === 0) return { kind: 'webhook-resent', delivery: one.delivery }
    const rest = b % 4 === 1 ? { problem: text, next: a } : b % 4 === 2 ? { problem: text } : { status: 200 }
    if (b % 4 !== 1) told.owed.splice(told.owed.indexOf(one), 1)
    return { kind: 'webhook-tried', delivery: one.delivery, attempt: ++one.attempts, ms: b, ...rest }
  },
  (told, a, b) => {
    const one = pick(told.tournaments, a)
    return one && { kind: 'round-reached', tournament: one.tournament, round: 1 + (b % 9) }
  },
]

function register(told: Told, a: number, _b: number, text: string): LogEntry {
  const person = 1001 + told.people.length
  told.people.push(person)
  return {
    kind: 'person-registered',
    person,
    name: `${text}${person}`,
    role: a % 5 === 0 ? 'organiser' : 'player',
  }
}

function createMatch(told: Told, a: number, b: number, text: string): LogEntry {
  const match = told.matches.length + 1
  told.matches.push({ match, status: a % 4 === 0 ? 'open' : 'waiting' })
  const first = playerOf(told, a, text)
  const person = pick(told.people, b)
  return {
    kind: 'match-created',
    match,
    challenge: challengeOf(b),
    gameVersion: 1,
    settings: { size: b, text },
    rules: RULES,
    seed: b,
    players: a % 4 === 0 ? [first] : [first, playerOf(told, b, text)],
    origin: b % 3 === 0 ? 'trial' : 'practice',
    ...(person !== undefined && (b % 3 === 0 ? { starter: person } : a % 4 === 0 ? { invited: person } : {})),
    ...(match > 1 && b % 5 === 0 && { rematchOf: match - 1 }),
  }
}

function playEvent(told: Told, a: number, b: number, text: string): LogEntry | undefined {
  const match = pick(withStatus(told, 'playing'), a)
  if (match === undefined) return undefined
  const seat = b % 2 === 0 ? 0 : 1
  const event: MatchEvent =
    b % 3 === 0
      ? { kind: 'left', seat, cause: 'crashed', detail: text, at: a }
      : { kind: 'answered', seat, text, at: a, spent: { wall: 0.25 } }
  return { kind: 'match-event', match: match.match, event }
}

function playerOf(told: Told, choice: number, name: string): MatchPlayer {
  const person = pick(told.people, choice)
  const bot = pick(told.bots, choice)
  if (choice % 5 === 0 || person === undefined)
    return { kind: 'house', name, brain: 'random', nodeBudget: choice }
  if (choice % 5 === 1) return { kind: 'guest', name, wire: 'tcp', ...(choice % 2 === 0 && { person }) }
  if (choice % 5 === 4)
    return {
      kind: 'sse',
      name,
      battle: `battle${told.names++}`,
      ...(choice % 2 === 0 && { person, url: name }),
    }
  return choice % 5 === 2 && bot !== undefined
    ? { kind: 'bot', name, person, bot: bot.bot, version: 1 }
    : { kind: 'http', name, person }
}

const accountOf = (choice: number): PlayerAccount => ({
  moves: choice % 50,
  thoughtMs: (choice % 1000) / 10,
  longestMs: (choice % 100) / 10,
  faults: choice % 2 === 0 ? {} : { timeout: 1 + (choice % 3), illegal: 1 },
})

const challengeOf = (choice: number): string => (choice % 2 === 0 ? 'boost-tron' : 'quoridor')

const withStatus = (told: Told, wanted: Told['matches'][number]['status']) =>
  told.matches.filter(({ status }) => status === wanted)

const pick = <T>(items: readonly T[], choice: number): T | undefined =>
  items.length === 0 ? undefined : items[choice % items.length]

function take<T>(items: T[], choice: number): T | undefined {
  return items.length === 0 ? undefined : items.splice(choice % items.length, 1)[0]
}
