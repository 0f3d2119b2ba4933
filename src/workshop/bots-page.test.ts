import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { MEMORY_MB } from '../runner/process/bot-process.ts'
import { BUILD_LIMITS } from './build-bot.ts'
import { UNPACK_LIMITS } from './unpack-archive.ts'

const root = resolve(import.meta.dirname, '../..')
const page = readFileSync(join(root, 'docs/bots.md'), 'utf8')
const sources = ['src/workshop', 'src/runner/sandbox', 'src/runner/process']
  .flatMap((folder) => readdirSync(join(root, folder)).map((name) => join(root, folder, name)))
  .filter((file) => !/\.(test|fixture)\.ts$/.test(file))
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n')

/** What stands in backticks in the first cells of the last table. */
const refusals = [...page.slice(page.indexOf('## What a refusal means')).matchAll(/^\| (`.*?) \|/gm)].flatMap(
  ([, cell = '']) => [...cell.matchAll(/`([^`]+)`/g)].map(([, words = '']) => words),
)

test.each(refusals)('docs/bots.md explains what is really said: %s', (words) => {
  const said = words.replace('gamegrid.json', '${MANIFEST}')
  expect(sources.includes(words) || sources.includes(said), words).toBe(true)
})

const MB = 1024 * 1024

test.each([
  `${UNPACK_LIMITS.bytes / MB} MiB |`,
  `${UNPACK_LIMITS.fileBytes / MB} MiB |`,
  `| ${UNPACK_LIMITS.entries} |`,
  `| ${UNPACK_LIMITS.depth} |`,
  `| ${UNPACK_LIMITS.ratio} times`,
  `${BUILD_LIMITS.seconds} s`,
  `| ${BUILD_LIMITS.memoryMb} MiB |`,
  `| ${BUILD_LIMITS.processes} |`,
  `${BUILD_LIMITS.folderMb} MiB, ${BUILD_LIMITS.files} files`,
  `| ${BUILD_LIMITS.fileMb} MiB |`,
  `| ${BUILD_LIMITS.outputMb} MiB;`,
  `${MEMORY_MB} MiB of memory`,
])('docs/bots.md names the limit %s', (words) => expect(page).toContain(words))
