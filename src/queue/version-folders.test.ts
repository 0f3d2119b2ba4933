import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { openVersionFolders } from './version-folders.ts'

test('of two versions that are fetched at the same time, each has its own reason why it cannot be had', async () => {
  const server = createServer((request, response) => {
    const message = `There is no ${request.url?.split('/').at(-1)}`
    response.writeHead(404, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ error: 'not-found', message }))
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  await using folders = await openVersionFolders({ url, key: 'key' })
  const shas = Array.from({ length: 8 }, (_, at) => `sha${at}`)
  const answers = await Promise.all(shas.map((sha) => folders.use(1, sha)))
  expect(answers).toMatchObject(
    shas.map((sha) => ({ ok: false, problem: { message: expect.stringContaining(`There is no ${sha}`) } })),
  )
})
