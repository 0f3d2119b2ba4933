import { expect, test } from 'vitest'
import { openTestArena, said } from './arena.fixture.ts'

test('the organiser posts a message to all pages, replaces it and clears it', async () => {
  await using arena = await openTestArena()
  const organiser = await arena.organiser()
  const ann = await arena.register('Ann')
  const shown = async () => (await arena.request('/api/v1/server')).body['announcement']
  const put = (json: object) => organiser.request('/api/v1/announcement', { method: 'PUT', json })
  expect(await shown()).toBe(null)
  expect(said(await ann.request('/api/v1/announcement', { method: 'PUT', json: { text: 'x' } }))).toEqual([
    403,
    'forbidden',
  ])
  expect((await put({ text: ' <b>Lunch</b> ' })).status).toBe(200)
  expect(await shown()).toMatchObject({ text: '<b>Lunch</b>', expires: null })
  const expires = new Date(Date.now() + 3_600_000).toISOString()
  await put({ text: 'Round 2', expires })
  expect(await shown()).toMatchObject({ text: 'Round 2', expires })
  await arena.restart()
  expect(await shown()).toMatchObject({ text: 'Round 2', expires })
  expect(said(await put({ text: '  ' }))).toEqual([400, 'bad-request'])
  expect(said(await put({ text: 'x', expires: '2020-01-01T00:00:00Z' }))).toEqual([400, 'bad-date'])
  for (const far of ['+020266-01-01T00:00:00.000Z', '9999-12-31T23:59:59-05:00', '2030', 'tomorrow'])
    expect(said(await put({ text: 'x', expires: far }))).toEqual([400, 'bad-date'])
  expect(await shown()).toMatchObject({ text: 'Round 2' })
  expect(said(await put({ text: 'x'.repeat(501) }))).toEqual([400, 'bad-request'])
  expect((await organiser.request('/api/v1/announcement', { method: 'DELETE' })).status).toBe(204)
  expect((await organiser.request('/api/v1/announcement', { method: 'DELETE' })).status).toBe(204)
  expect(await shown()).toBe(null)
})
