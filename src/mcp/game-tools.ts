import { Type } from 'typebox'
import type { GameBody, GameList } from '../api/games.ts'
import type { MatchBody, MatchList } from '../api/matches.ts'
import type { PersonBody } from '../api/people.ts'
import { List, Nullable, Seed, Settings, words } from '../api/schema.ts'
import { GameNumber, showPosition } from './show-position.ts'
import { MAX_WAIT_S, PositionBody } from './position.ts'
import { tool, type Tool } from './tool.ts'

/** The clock of practice unless another is asked for: a person may have to allow each call of a tool. */
const PRACTICE_CLOCK = '5m'
const CONTEST_CLOCK = 'contest'

const newGame = tool({
  name: 'new_game',
  title: 'New game',
  description: `Starts a game: against a house brain at once, or an invitation that waits for another team. Answers with the board when it is your move. Practice against a house brain has a clock of ${PRACTICE_CLOCK} a move unless you choose another. All other games have the clock of the contest, which may be short: after an invitation call turn again and again, because the game begins when another team joins.`,
  input: Type.Object(
    {
      challenge: Type.String({ maxLength: 64, description: 'An id of list_challenges' }),
      opponent: Type.String({
        maxLength: 64,
        description:
          '`house:NAME` for a house brain, `open` for any team that joins, `player:ID` to invite one team, `bot:ID` for an uploaded bot',
        examples: ['house:random'],
      }),
      side: Type.Optional(words(['first', 'second'], { description: 'Which seat you take' })),
      clock: Type.Optional(
        Type.String({
          maxLength: 32,
          description: `Only against a house brain: like 60s (a move) or 5m+2s (a round); at most 10m; \`${CONTEST_CLOCK}\` for that of the contest`,
        }),
      ),
      settings: Type.Optional(Settings),
      seed: Type.Optional(Seed),
    },
    { additionalProperties: false },
  ),
  output: PositionBody,
  showsBoard: true,
  async run({ clock, ...asked }, arena) {
    const isPractice = asked.opponent.startsWith('house:')
    const wanted = clock ?? (isPractice ? PRACTICE_CLOCK : CONTEST_CLOCK)
    const { id, status } = await arena.post<GameBody>('/games', {
      ...asked,
      ...(wanted !== CONTEST_CLOCK && { clock: wanted }),
    })
    return showPosition(arena, { game: id, wait: status === 'open' ? 0 : MAX_WAIT_S, legalMoves: false })
  },
})

const joinGame = tool({
  name: 'join_game',
  title: 'Join a game',
  description:
    'Accepts an open invitation, or one to your team: see list_games. The game begins at once, with the clock of the contest. Answers with the board when it is your move.',
  input: Type.Object({ game: GameNumber }, { additionalProperties: false }),
  output: PositionBody,
  showsBoard: true,
  async run({ game }, arena) {
    await arena.post<GameBody>(`/games/${game}/join`)
    return showPosition(arena, { game, wait: MAX_WAIT_S, legalMoves: false })
  },
})

const ListedGame = Type.Object({
  game: Type.Integer(),
  challenge: Type.String(),
  status: words(['open', 'waiting', 'playing', 'over']),
  players: List(Nullable(Type.String()), { description: 'null where a seat is free' }),
  created: Type.String(),
})

const listGames = tool({
  name: 'list_games',
  title: 'List my games',
  description:
    'Your games that wait for you now, your invitations that wait, invitations to your team, and open invitations of others. Call this first when you come back: turn goes on with a game.',
  input: Type.Object({}, { additionalProperties: false }),
  output: Type.Object({
    running: List(ListedGame),
    invitations: List(ListedGame, { description: 'To your team: join_game takes one up' }),
    ownInvitations: List(ListedGame, { description: 'Yours, not taken up yet' }),
    open: List(ListedGame, { description: 'Of other teams, for any team' }),
  }),
  isReadOnly: true,
  async run(_args, arena) {
    const { id } = await arena.get<PersonBody>('/me')
    const { games } = await arena.get<GameList>('/me/games')
    const { matches } = await arena.get<MatchList>('/matches?status=open&limit=100')
    const invited = await arena.get<MatchList>(`/matches?invited=${id}&limit=100`)
    const isOwn = ({ players }: MatchBody): boolean => players.some((player) => player.id === id)
    const lists = {
      running: games.map(presentGame),
      invitations: invited.matches.map(presentGame),
      ownInvitations: matches.filter(isOwn).map(presentGame),
      open: matches.filter((match) => !isOwn(match) && match.invited === undefined).map(presentGame),
    }
    const text = [
      `Your games: ${listText(lists.running)}`,
      `Invitations to you: ${listText(lists.invitations)}`,
      `Your invitations that wait: ${listText(lists.ownInvitations)}`,
      `Open invitations: ${listText(lists.open)}`,
    ]
    return { text: text.join('\n'), data: lists }
  },
})

export const GAME_TOOLS: readonly Tool[] = [newGame, joinGame, listGames]

const presentGame = ({ id, challenge, status, players, created, invited }: MatchBody) => ({
  game: id,
  challenge,
  status,
  players: [players[0]?.name ?? null, players[1]?.name ?? invited?.name ?? null],
  created,
})

const listText = (games: readonly ReturnType<typeof presentGame>[]): string =>
  games
    .map(
      ({ game, challenge, players }) =>
        `game ${game} (${challenge}, ${players.map((name) => name ?? 'a free seat').join(' against ')})`,
    )
    .join(', ') || 'none'
