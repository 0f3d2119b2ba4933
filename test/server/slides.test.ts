import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { isObject } from '../../src/base/json.ts'
import { listIn, openTestArena, said, type TestArena } from './arena.fixture.ts'

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const JPEG = Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex')
const WEBP = Buffer.concat([Buffer.from('RIFF\x1a\0\0\0WEBPVP8L', 'latin1'), Buffer.alloc(14)])

let folder: string
let arena: TestArena
const warnings: string[] = []
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gamegrid-slides-'))
  arena = await openTestArena({ slides: { folder, warn: (message) => void warnings.push(message) } })
})
afterAll(async () => {
  await arena[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true })
})
beforeEach(() => void warnings.splice(0))

const put = (name: string, bytes: Buffer | string): void => writeFileSync(join(folder, name), bytes)
const slides = async (): Promise<readonly { readonly name: unknown; readonly url: unknown }[]> =>
  listIn((await arena.request('/api/v1/slides')).body, 'slides').map((one) =>
    isObject(one) ? { name: one['name'], url: one['url'] } : { name: undefined, url: undefined },
  )
const names = async (): Promise<readonly unknown[]> => (await slides()).map(({ name }) => name)

describe('slides', () => {
  test('come in the order of their names, and new files without a restart', async () => {
    put('2 lunch.png', PNG)
    put('.hidden', 'x')
    expect(await names()).toEqual(['2 lunch.png'])
    put('10.webp', WEBP)
    put('1.jpg', JPEG)
    expect(await names()).toEqual(['1.jpg', '2 lunch.png', '10.webp'])
    rmSync(join(folder, '10.webp'))
    expect(await names()).toEqual(['1.jpg', '2 lunch.png'])
    expect(warnings).toEqual([])
  })

  test('are served as what they are, and a changed file has another address', async () => {
    put('logo.png', PNG)
    const url = async (): Promise<string> =>
      String((await slides()).find(({ name }) => name === 'logo.png')?.url)
    const first = await url()
    const { status, bytes, headers } = await arena.request(first)
    expect([status, headers.get('content-type')]).toEqual([200, 'image/png'])
    expect(Buffer.from(bytes).equals(PNG)).toBe(true)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
    utimesSync(join(folder, 'logo.png'), 1, 1)
    expect(await url()).not.toBe(first)
  })

  test('that are no pictures get one warning each, and are not served', async () => {
    put('notes.txt', 'buy milk')
    put('sponsor.svg', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
    put('page.png', '<!doctype html><script>alert(1)</script>')
    for (const _ of [1, 2]) expect(await names()).not.toContain('page.png')
    expect(warnings).toEqual([
      'Cannot show the slide "notes.txt": expected a picture in PNG, JPEG or WebP',
      'Cannot show the slide "page.png": expected a picture in PNG, JPEG or WebP',
      'Cannot show the slide "sponsor.svg": an SVG file may contain programs; save it as PNG',
    ])
    for (const name of ['page.png', 'sponsor.svg', 'nothing.png', '..%2F..%2Fetc%2Fpasswd'])
      expect(said(await arena.request(`/slides/${name}`))).toEqual([404, 'not-found'])
    put('page.png', PNG)
    expect(await names()).toContain('page.png')
  })
})
