import { expect, test } from 'vitest'
import { must } from '../../base/result.ts'
import { readCallbackHosts } from './callback-hosts.ts'

test.each([
  ['coordinator.example.org', 'https://coordinator.example.org/done', true],
  ['Coordinator.Example.org', 'https://coordinator.example.ORG:9000/done', true],
  ['coordinator.example.org:443', 'https://coordinator.example.org/done', true],
  ['coordinator.example.org:443', 'http://coordinator.example.org/done', false],
  ['coordinator.example.org:9000', 'http://coordinator.example.org:9001/', false],
  ['coordinator.example.org', 'https://coordinator.example.org.evil.example/', false],
  ['coordinator.example.org', 'https://evil.example/?coordinator.example.org', false],
  ['coordinator.example.org', 'https://a.coordinator.example.org/', false],
  ['example.org', 'https://coordinator.example.org/', false],
  ['127.0.0.1', 'http://0x7f.1:9000/', true],
  ['127.0.0.1', 'http://127.0.0.2:9000/', false],
  ['[::1]:9000', 'http://[0:0::1]:9000/', true],
  ['[::1]:9000', 'http://[::1]:9001/', false],
])('with %s listed, %s gets the token: %s', (word, url, has) => {
  expect(must(readCallbackHosts([word])).has(new URL(url))).toBe(has)
})
