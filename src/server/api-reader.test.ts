import fastify from 'fastify'
import { expect, test } from 'vitest'
import { apiReader } from './api-reader.ts'

test('a first load that fails costs one request, and the files are loaded once after that', async () => {
  let loads = 0
  const load = () => {
    loads++
    if (loads === 1) return Promise.reject(new Error('too many open files'))
    return Promise.resolve({ page: '<p>the API</p>', policy: "default-src 'self'", script: 'run()' })
  }
  await using app = fastify()
  apiReader(app, load)
  expect((await app.inject('/docs/')).statusCode).toBe(500)
  const page = await app.inject('/docs/')
  expect(page).toMatchObject({ statusCode: 200, body: '<p>the API</p>' })
  expect(page.headers['content-security-policy']).toBe("default-src 'self'")
  expect((await app.inject('/docs/js/scalar.js')).body).toBe('run()')
  expect(loads).toBe(2)
})
