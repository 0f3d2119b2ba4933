import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { CHALLENGES, findChallenge } from '../challenges/index.ts'
import { kitsFor, readKits } from './kits.ts'

const namesFor = (id: string): readonly string[] => {
  const challenge = findChallenge(id)
  return challenge ? kitsFor(challenge).map(({ name, wire }) => `${name} on ${wire}`) : []
}

describe('the kits of a challenge', () => {
  test('are those of its own wire, then those on JSON lines, which carry the wire in their name where it is needed', () => {
    expect(namesFor('light-cycle')).toEqual([
      'c on light-cycle',
      'cpp on light-cycle',
      'go on light-cycle',
      'java on light-cycle',
      'javascript on light-cycle',
      'python on light-cycle',
      'rust on light-cycle',
      'python-json-lines on json',
      'typescript on json',
    ])
    expect(namesFor('quoridor')).toEqual([
      'python on sse',
      'typescript on sse',
      'python-json-lines on json',
      'typescript-json-lines on json',
    ])
  })

  test.each(CHALLENGES.map((challenge) => [challenge.id, challenge] as const))(
    'of %s have different names, and one at least can be uploaded',
    (_, challenge) => {
      const kits = kitsFor(challenge)
      expect(new Set(kits.map(({ name }) => name)).size).toBe(kits.length)
      expect(kits.some(({ uploads }) => uploads)).toBe(true)
    },
  )

  test('that connect from outside are not uploaded', () => {
    const outside = CHALLENGES.flatMap(kitsFor).filter(({ uploads }) => !uploads)
    expect(new Set(outside.map(({ wire }) => wire))).toEqual(new Set(['sse', 'torus']))
  })
})

describe('the README of a kit', () => {
  const all = readKits().map((kit) => [`${kit.wire}/${kit.language}`, kit] as const)

  test.each(all)('%s names only files that are in its folder or that its build makes', (_, kit) => {
    const readme = readFileSync(join(kit.folder, 'README.md'), 'utf8')
    const words = [...readme.matchAll(/`([^`]+)`/g)].flatMap(([, code = '']) => code.split(/[\s"'()]+/))
    const named = words.filter((word) => /^(?:\.\/)?[\w-]+(?:\/[\w-]+)*\.[a-z]{1,4}$|^\.\/|\//.test(word))
    const paths = named.filter((word) => !/^https?:/.test(word) && !/=https?:/.test(word))
    expect(paths).toContain(kit.edit)
    const made = kit.build.flat().map((word) => word.replace(/^-out:/, ''))
    for (const path of paths)
      expect([...readdirSync(kit.folder), ...made], path).toContain(path.replace(/^\.\//, ''))
  })

  test.each(all)('%s names the doctor, the ladder and the upload', (_, kit) => {
    const readme = readFileSync(join(kit.folder, 'README.md'), 'utf8')
    expect(readme).toMatch(/^- Check: .*doctor/m)
    expect(readme).toMatch(/^- Upload: .*ladder/m)
  })
})
