import { describe, expect, test } from 'vitest'
import { listIn, numberIn, openTestArena, said, type Answer, type TestPlayer } from './arena.fixture.ts'
import { newGame, playToEnd } from './play.fixture.ts'

const challenge = (who: TestPlayer, opponent: string): Promise<Answer> =>
  who.request('/api/v1/games', { method: 'POST', json: { challenge: 'tic-tac-toe', opponent } })

const invite = (who: TestPlayer, team: TestPlayer): Promise<number> =>
  newGame(who, { challenge: 'tic-tac-toe', opponent: `player:${team.id}` })

const act = (who: TestPlayer, match: number, what: 'join' | 'decline'): Promise<Answer> =>
  who.request(`/api/v1/games/${match}/${what}`, { method: 'POST' })

const withdraw = (who: TestPlayer, match: number): Promise<Answer> =>
  who.request(`/api/v1/games/${match}`, { method: 'DELETE' })

describe('a challenge to a named team', () => {
  test('waits for that team alone, also after a restart, and is played when it joins', async () => {
    await using arena = await openTestArena()
    const [ann, bob, cid] = [
      await arena.register('Ann'),
      await arena.register('Bob'),
      await arena.register('Cid'),
    ]
    const match = await invite(ann, bob)
    const invited = { id: bob.id, name: 'Bob' }
    expect((await arena.request(`/api/v1/matches/${match}`)).body).toMatchObject({
      status: 'open',
      origin: 'challenge',
      players: [{ id: ann.id }],
      invited,
    })
    await arena.restart()
    const waiting = async (query: string) =>
      listIn((await arena.request(`/api/v1/matches?${query}`)).body, 'matches').map(({ id }) => id)
    expect(await waiting(`invited=${bob.id}`)).toEqual([match])
    expect(await waiting(`invited=${ann.id}`)).toEqual([])

    const refused = await act(cid, match, 'join')
    expect([...said(refused), refused.body['message']]).toEqual([
      403,
      'not-invited',
      `Cannot join match ${match}: only Bob may join it`,
    ])
    expect(said(await act(ann, match, 'join'))).toEqual([409, 'own-match'])
    for (const other of [ann, cid])
      expect(said(await act(other, match, 'decline'))).toEqual([403, 'not-invited'])

    expect((await act(bob, match, 'join')).body).toMatchObject({
      player: bob.id,
      players: [{ id: ann.id }, { id: bob.id }],
    })
    await Promise.all([playToEnd(ann, match), playToEnd(bob, match)])
    const { body } = await arena.request(`/api/v1/matches/${match}`)
    expect(body).toMatchObject({ status: 'over', void: false, invited })
    expect(await waiting(`invited=${bob.id}`)).toEqual([])
    expect(await waiting(`invited=${bob.id}&status=over`)).toEqual([match])
    expect((await arena.request(`/api/v1/teams/${bob.id}`)).body).toMatchObject({ played: 1 })
    expect(said(await act(bob, match, 'decline'))).toEqual([409, 'not-open'])
  })

  test('is declined by the challenged team, or withdrawn by its challenger or the organiser', async () => {
    await using arena = await openTestArena()
    const organiser = await arena.organiser()
    const [ann, bob, cid] = [
      await arena.register('Ann'),
      await arena.register('Bob'),
      await arena.register('Cid'),
    ]
    const [first, second, third] = [await invite(ann, bob), await invite(ann, bob), await invite(ann, cid)]
    expect((await act(bob, first, 'decline')).body).toMatchObject({
      status: 'over',
      void: true,
      end: 'not counted: Bob declined',
      invited: { name: 'Bob' },
    })
    expect(said(await withdraw(bob, second))).toEqual([403, 'forbidden'])
    expect((await withdraw(ann, second)).body).toMatchObject({ status: 'over', void: true })
    expect((await withdraw(organiser, third)).status).toBe(200)
    expect(said(await act(bob, second, 'join'))).toEqual([409, 'not-open'])
    expect(said(await act(bob, 99, 'decline'))).toEqual([404, 'unknown-match'])
    const open = await newGame(ann, { challenge: 'tic-tac-toe', opponent: 'open' })
    expect(said(await act(bob, open, 'decline'))).toEqual([403, 'not-invited'])
    expect((await arena.request(`/api/v1/teams/${bob.id}`)).body).toMatchObject({
      played: 0,
      lastPlayed: null,
    })
  })

  test('goes to another team that is there', async () => {
    await using arena = await openTestArena()
    const [organiser, ann] = [await arena.organiser(), await arena.register('Ann')]
    expect(said(await challenge(ann, `player:${ann.id}`))).toEqual([409, 'own-match'])
    for (const opponent of ['player:4711', 'player:', 'player:x', `player:${organiser.id}`])
      expect(said(await challenge(ann, opponent))).toEqual([400, 'bad-opponent'])
  })

  test('is one of five of a team and of twenty that wait for one', async () => {
    await using arena = await openTestArena({ maxGamesEach: 20 })
    const ann = await arena.register('Ann')
    const others: TestPlayer[] = []
    for (let at = 0; at < 5; at++) others.push(await arena.register(`team ${at}`))
    const [first, second, third, fourth, last] = others as [
      TestPlayer,
      TestPlayer,
      TestPlayer,
      TestPlayer,
      TestPlayer,
    ]
    const sent: number[] = []
    for (const team of [first, second, third, fourth])
      for (let at = 0; at < 5; at++) sent.push(await invite(team, ann))
    const tooMany = await challenge(first, `player:${second.id}`)
    expect([...said(tooMany), tooMany.body['message']]).toEqual([
      429,
      'too-many-invitations',
      'Cannot challenge another team: 5 of your challenges wait for an answer, withdraw one first',
    ])
    const full = await challenge(last, `player:${ann.id}`)
    expect([...said(full), full.body['message']]).toEqual([
      429,
      'too-many-invitations',
      'Cannot challenge Ann: 20 challenges wait for its answer already, try again later',
    ])
    // They take nothing of what Ann may do, and one that is declined makes room.
    expect(numberIn((await challenge(ann, `player:${last.id}`)).body, 'id')).toBeGreaterThan(20)
    expect((await act(ann, sent[0] ?? 0, 'decline')).status).toBe(200)
    expect((await challenge(last, `player:${ann.id}`)).status).toBe(201)
    expect((await challenge(first, `player:${second.id}`)).status).toBe(201)
  })
})
