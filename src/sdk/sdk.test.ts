import { describe, expect, test, vi } from 'vitest'
import { must } from '../base/result.ts'
import { findGame } from '../games/index.ts'
import { readRecord } from '../match/read-record.ts'
import { openTcpLobby } from '../wires/torus-tcp/lobby.ts'
import {
  defineBrain,
  defineTronBrain,
  houseBrain,
  longestGroup,
  makeOuterWalls,
  playMatch,
  playRemoteTron,
  playTron,
  quoridor,
  randomMoveBot,
  ticTacToe,
  tron,
  type Brain,
  type CompassMove,
  type TronGame,
  type TronTurn,
} from './index.ts'

const at = (x: number, y: number) => ({ x, y })
const size = { width: 7, height: 5 }

const driver = (name: string, ...moves: readonly CompassMove[]): Brain =>
  defineTronBrain({ name, move: ({ number, play }) => play(moves[number - 1] ?? 'n') })

/** Plays without a pause and gives all that was printed. */
async function show(game: Partial<TronGame>): Promise<string> {
  let printed = ''
  const output = { write: (text: string) => (printed += text) }
  const starts = [at(1, 1), at(5, 3)] as const
  await playTron({
    size,
    walls: [],
    starts,
    brains: [driver('ann'), driver('bob')],
    fast: true,
    ascii: true,
    output,
    ...game,
  })
  return printed
}

describe('defineBrain', () => {
  test('gives a brain the types of its game', async () => {
    const corners = defineBrain(ticTacToe, {
      name: 'corners',
      init: () => ({ turns: 0 }),
      move(turn) {
        const { legal, memory, view } = turn
        memory.turns++
        turn.log('turn', memory.turns, view.board)
        return legal.find((square) => square.length === 2) ?? legal[0]
      },
    })
    const lines: string[] = []
    const { rounds, winner } = await playMatch({
      challenge: 'tic-tac-toe',
      brains: [corners, await houseBrain('first', ticTacToe)],
      log: (name, line) => lines.push(`${name}: ${line}`),
    })
    expect(winner).toBe(1)
    expect(rounds).toEqual([{ winner: 1, reason: 'first won by three in a row', turns: 8 }])
    expect(lines[0]).toBe('corners: turn 1 .........')
  })

  test.each([
    [{ name: '', move: String }, 'Cannot define a brain: its name is "": expected a word'],
    [{ name: 'x' }, 'Cannot define the brain "x": its move is nothing: expected a function'],
    [{ name: 'x', move: String, init: 7 }, 'Cannot define the brain "x": its init is 7: expected a function'],
  ])('%j is refused', (plan, message) => {
    expect(() => defineBrain(ticTacToe, plan as never)).toThrow(message)
    expect(() => defineTronBrain(plan as never)).toThrow(message)
  })
})

describe('defineTronBrain', () => {
  test('is told the board, and carries its state from turn to turn', async () => {
    const seen: TronTurn<number>[] = []
    const counter = defineTronBrain<number>({
      name: 'counter',
      init: ({ walls, ppos }) => walls.length + ppos.x,
      move(turn) {
        seen.push(turn)
        turn.play('e')
        return turn.state + 1
      },
    })
    await show({ brains: [counter, driver('bob', 'n', 'n', 's')], walls: [at(3, 3), at(0, 0), at(3, 3)] })
    expect(seen.map(({ state }) => state)).toEqual([3, 4, 5])
    expect(seen[1]).toMatchObject({
      size,
      walls: [at(0, 0), at(3, 3)],
      ppos: at(2, 1),
      opos: at(5, 2),
      number: 2,
    })
  })

  test('a state that is not returned is kept', async () => {
    const seen: number[] = []
    const keeper = defineTronBrain({
      name: 'keeper',
      init: () => new Set<string>(),
      move({ state, ppos, play }) {
        state.add(`${ppos.x},${ppos.y}`)
        seen.push(state.size)
        play('e')
      },
    })
    await show({ brains: [keeper, driver('bob', 'n', 'n', 's')] })
    expect(seen).toEqual([1, 2, 3])
  })

  test.each<[string, (turn: TronTurn<undefined>) => void, string]>([
    [
      'does not play',
      () => {},
      'bob won: bad ended without an answer on turn 1 (its move returned nothing and did not call play)',
    ],
    [
      'plays twice',
      ({ play }) => {
        play('n')
        play('n')
      },
      'bob won: bad sent something unreadable on turn 1 (it played 2 times in one turn)',
    ],
    [
      'plays nonsense',
      ({ play }) => play('north' as 'n'),
      'bob won: bad crashed on turn 1 (its move threw RangeError: Cannot play "north": expected one of n w s e)',
    ],
    [
      'throws',
      () => {
        throw new Error('ouch')
      },
      'bob won: bad crashed on turn 1 (its move threw Error: ouch)',
    ],
  ])('a brain that %s loses', async (_, move, reason) => {
    const printed = await show({ brains: [defineTronBrain({ name: 'bad', move }), driver('bob')] })
    expect(printed).toMatch(/\*[^]*\n\n/)
    expect(printed.split('\n').slice(-3)).toEqual([reason, 'bob (Player 2) has won!', ''])
  })

  test('says so when the board is not played by the compass', async () => {
    const { rounds } = await playMatch({
      challenge: 'light-cycle',
      brains: [randomMoveBot, await houseBrain('random', tron)],
    })
    expect(rounds[0]?.reason).toContain('a tron brain plays by the compass')
  })
})

describe('playTron', () => {
  test('shows every turn and who has won', async () => {
    expect(await show({ brains: [driver('ann', 'e'), driver('bob', 's', 'n')] })).toBe(
      [
        'Name1: ann',
        'Name2: bob',
        '. . . . . . .',
        '. 1 . . . . .',
        '. . . . . . .',
        '. . . . . 2 .',
        '. . . . . . .',
        '',
        '. . . . . . .',
        '. # 1 . . . .',
        '. . . . . . .',
        '. . . . . # .',
        '. . . . . 2 .',
        '',
        '. . 1 . . . .',
        '. # # . . . .',
        '. . . . . . .',
        '. . . . . * .',
        '. . . . . # .',
        '',
        'ann (Player 1) has won!',
        '',
      ].join('\n'),
    )
  })

  test('prints a draw', async () => {
    const printed = await show({
      starts: [at(1, 1), at(3, 1)],
      brains: [driver('ann', 'e'), driver('bob', 'w')],
      ascii: false,
    })
    expect(printed).toMatch(/∘ ⌹ ⍣ ⌹ ∘ ∘ ∘[^]*\n\nThe game was a draw\.\n$/)
  })

  test('a cycle that starts on a wall is dead before the first turn', async () => {
    const printed = await show({ walls: [at(5, 3)] })
    expect(printed).toBe(
      'Name1: ann\nName2: bob\n. . . . . . .\n. 1 . . . . .\n. . . . . . .\n. . . . . * .\n. . . . . . .\n\nann (Player 1) has won!\n',
    )
  })

  test.each([
    ['takes a quarter of a second for a turn', false, 500],
    ['takes no time if it must be fast', true, 0],
  ])('%s', async (_, fast, ms) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    try {
      const began = performance.now()
      let isOver = false
      const game = show({ fast, brains: [driver('ann', 'e'), driver('bob', 's', 'n')] })
      void game.finally(() => (isOver = true))
      while (!isOver) {
        await new Promise((resolve) => setImmediate(resolve))
        await vi.advanceTimersToNextTimerAsync()
      }
      await game
      expect(performance.now() - began).toBe(ms)
    } finally {
      vi.useRealTimers()
    }
  })

  test('calls the brains by their own names, also when both have the same one', async () => {
    const brains = [driver(' The Bot of Ann ', 'n'), driver(' The Bot of Ann ', 's')] as const
    expect(await show({ brains, walls: [at(1, 0)] })).toMatch(
      /^Name1: {2}The Bot of Ann \nName2: {2}The Bot of Ann \n[^]*\n The Bot of Ann {2}\(Player 2\) has won!\n$/,
    )
  })

  test.each([
    ['1×2, where every move ends the game', { width: 1, height: 2 }, [at(0, 0), at(0, 1)]],
    ['300 rows', { width: 2, height: 300 }, [at(0, 0), at(1, 299)]],
    ['one cell for both', { width: 1, height: 1 }, [at(0, 0), at(0, 0)]],
  ] as const)('plays on %s', async (_, size, starts) => {
    expect(await show({ size, starts })).toMatch(
      /^Name1: ann\nName2: bob\n[^]*\*[^]*The game was a draw\.\n$/,
    )
  })

  test('gives how it ended', async () => {
    const quiet = {
      size,
      walls: makeOuterWalls(size),
      starts: [at(1, 1), at(5, 3)] as const,
      fast: true,
      output: { write() {} },
    }
    expect(await playTron({ ...quiet, brains: [driver('ann', 'n'), driver('bob', 'n')] })).toBe('p2')
    expect(await playTron({ ...quiet, brains: [driver('ann', 'n'), driver('bob', 's')] })).toBe('draw')
  })

  test.each<[object, string]>([
    [
      { size: { width: 0, height: 5 } },
      'invalid board size {"width":0,"height":5}: expected { width, height }, whole numbers from 1',
    ],
    [{ size: [7, 5] }, 'invalid board size [7,5]: expected { width, height }, whole numbers from 1'],
    [
      { walls: 'outer' },
      'invalid walls list, in it "outer": expected a list of cells { x, y } with 0 ≤ x < 7 and 0 ≤ y < 5',
    ],
    [
      { walls: [at(1, 1), at(7, 1)] },
      'invalid walls list, in it {"x":7,"y":1}: expected a list of cells { x, y } with 0 ≤ x < 7 and 0 ≤ y < 5',
    ],
    [
      { starts: [at(1, 1), at(1, 5)] },
      'invalid cycle position {"x":1,"y":5}: expected { x, y } with 0 ≤ x < 7 and 0 ≤ y < 5',
    ],
    [{ starts: [at(1, 1)] }, 'invalid starts [{"x":1,"y":1}]: expected two cells { x, y }'],
  ])('%j is refused', async (game, message) => {
    await expect(show(game)).rejects.toThrow(`Cannot play tron: ${message}`)
  })

  test.each<[unknown, string]>([
    [[driver('ann')], 'Cannot play: expected two brains, not 1'],
    [undefined, 'Cannot play: expected two brains, not nothing'],
    [
      [driver('ann'), 'bob'],
      'Cannot play with brain 2: expected a brain made by defineBrain or defineTronBrain, not "bob"',
    ],
    [
      [driver('ann'), { name: 'q', game: 'quoridor', move() {} }],
      'Cannot play tron with "q": it is a brain for quoridor',
    ],
  ])('%j are no brains', async (brains, message) => {
    await expect(show({ brains: brains as never })).rejects.toThrow(message)
  })
})

describe('playMatch', () => {
  test.each([
    ['torus-tron', tron],
    ['light-cycle', tron],
    ['boost-tron', tron],
    ['tic-tac-toe', ticTacToe],
    ['quoridor', quoridor],
    ['longest-group', longestGroup],
  ] as const)('%s: the same seed gives the same record, which can be read again', async (challenge, game) => {
    const random = await houseBrain('random', game)
    const options = { challenge, brains: [random, random], seed: 7 } as const
    const [one, two] = await Promise.all([playMatch(options), playMatch(options)])
    expect(one).toEqual(two)
    expect(one.names).toEqual(['random-1', 'random-2'])
    expect(readRecord(one.record, findGame)).toMatchObject({
      ok: true,
      value: { match: { score: one.score } },
    })
  })

  test.each([
    [{ challenge: 'chess' }, 'Cannot find challenge "chess": expected one of boost-tron'],
    [{ clock: 'soon' }, 'Cannot read clock "soon"'],
    [{ settings: { width: 1 } }, 'Cannot set width to 1'],
    [
      { brains: [randomMoveBot, defineBrain(quoridor, { name: 'q', move: () => 'e2' })] },
      'Cannot play tron with "q": it is a brain for quoridor',
    ],
  ])('%j is refused', async (options, message) => {
    await expect(
      playMatch({ challenge: 'torus-tron', brains: [randomMoveBot, randomMoveBot], ...options } as never),
    ).rejects.toThrow(message)
  })
})

describe('playRemoteTron', () => {
  test('plays the same brain over TCP', async () => {
    await using lobby = must(await openTcpLobby({ port: 0, seed: 1 }))
    const printed: string[] = []
    const visit = (brain: Brain) =>
      playRemoteTron({ port: lobby.port, brain, output: { write: (text) => printed.push(text) } })
    const results = await Promise.all([visit(driver('ann', 'n')), visit(randomMoveBot)])
    expect(results).toEqual(['loss', 'win'])
    expect(printed.sort()).toEqual(['Random Move Bot: won\n', 'ann: lost\n'])
  })

  test('a brain plays the same moves here and there', async () => {
    const watched: string[][] = [[], []]
    const watcher = (log: string[]): Brain =>
      defineTronBrain({
        name: 'watcher',
        move({ ppos, opos, walls, play, number }) {
          log.push(JSON.stringify([ppos, opos, walls.length]))
          play(number % 3 === 0 ? 's' : 'e')
        },
      })
    const other = driver('other', 'n', 'n', 'w', 'w', 'w')
    await using lobby = must(await openTcpLobby({ port: 0, seed: 1 }))
    const first = playRemoteTron({
      port: lobby.port,
      brain: watcher(watched[0] as string[]),
      output: { write() {} },
    })
    while (lobby.waiting === 0) await new Promise((resolve) => setTimeout(resolve, 2))
    await Promise.all([first, playRemoteTron({ port: lobby.port, brain: other, output: { write() {} } })])
    await playMatch({ challenge: 'torus-tron', brains: [watcher(watched[1] as string[]), other] })
    expect(watched[0]?.length).toBeGreaterThan(3)
    expect(watched[0]).toEqual(watched[1])
  })

  test('says so when nothing listens', async () => {
    await expect(playRemoteTron({ port: 1, brain: randomMoveBot })).rejects.toThrow(
      'Cannot connect to 127.0.0.1:1: nothing listens there',
    )
  })

  test('refuses what is no brain for tron', async () => {
    await expect(playRemoteTron({ brain: 'x' as never })).rejects.toThrow('Cannot play with "x"')
    await expect(
      playRemoteTron({ brain: defineBrain(quoridor, { name: 'q', move: () => 'e2' }) }),
    ).rejects.toThrow('Cannot play tron with "q"')
  })
})
