import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { must } from '../base/result.ts'
import {
  paxName,
  rawTar,
  rawTarGz,
  rawZip,
  type RawTarEntry,
  type RawZipEntry,
} from './raw-archive.fixture.ts'
import { unpackArchive, type UnpackLimits } from './unpack-archive.ts'

let home = ''
let made = 0
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'gamegrid-unpack-'))
})
afterAll(() => rmSync(home, { recursive: true }))

/** A place with an archive in it, and whatever comes of it beside. */
async function unpack(archive: Buffer, limits?: Partial<UnpackLimits>) {
  const place = join(home, String(++made))
  mkdirSync(place)
  writeFileSync(join(place, 'upload'), archive)
  const folder = join(place, 'out')
  const result = await unpackArchive(join(place, 'upload'), folder, limits)
  return { result, folder, left: readdirSync(place).filter((name) => name !== 'upload') }
}

/** Everything in a folder: the path, whether it may be executed, the text. */
const contents = (folder: string): readonly (readonly [string, string, string])[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .sort()
    .map((name) => [name, lstatSync(join(folder, name))] as const)
    .map(([name, stat]) => [
      name,
      (stat.mode & 0o7777).toString(8),
      stat.isFile() ? readFileSync(join(folder, name), 'utf8') : '',
    ])

const FILES = [
  { name: 'bot.py', data: 'print()' },
  { name: 'run', data: '#!/bin/sh\n', mode: 0o104755 },
  { name: 'lib/', mode: 0o040700, type: '5' },
  { name: 'lib/a/b.txt', data: 'b', mode: 0o100600 },
]
const UNPACKED = [
  ['bot.py', '644', 'print()'],
  ['lib', '755', ''],
  ['lib/a', '755', ''],
  ['lib/a/b.txt', '644', 'b'],
  ['run', '755', '#!/bin/sh\n'],
]
const below = (top: string) => FILES.map((file) => ({ ...file, name: `${top}${file.name}` }))

describe('what comes out', () => {
  test.each<[string, Buffer]>([
    ['a zip', rawZip(FILES)],
    ['a zip of stored files', rawZip(FILES.map((file) => ({ ...file, method: 0 })))],
    ['a tar', rawTar(FILES)],
    ['a tar.gz', rawTarGz(FILES)],
    ['a zip of one folder', rawZip(below('my-bot/'))],
    [
      'a tar of one folder, with an entry for it',
      rawTar([{ name: 'my-bot/', type: '5' }, ...below('my-bot/')]),
    ],
    ['a tar of the folder one is in', rawTar([{ name: './', type: '5' }, ...below('./')])],
    [
      'a zip made on a Mac',
      rawZip([
        ...below('x/'),
        { name: '__MACOSX/x/._bot.py', data: 'x' },
        { name: 'x/.DS_Store', data: 'x' },
      ]),
    ],
  ])('%s', async (_, archive) => {
    const { result, folder, left } = await unpack(archive)
    expect(must(result)).toEqual({ files: 3, bytes: 18 })
    expect(contents(folder)).toEqual(UNPACKED)
    expect(left).toEqual(['out'])
    expect(lstatSync(folder).mode & 0o777).toBe(0o755)
  })

  test('owners and times of a tar are not kept', async () => {
    const { folder } = await unpack(rawTar(FILES))
    const stat = lstatSync(join(folder, 'bot.py'))
    expect(stat.uid).toBe(process.getuid?.())
    expect(stat.mtime.getFullYear()).toBeGreaterThan(2001)
  })

  test('set-uid bits are not kept', async () => {
    const { folder } = await unpack(rawZip([{ name: 'bot', data: 'x', mode: 0o106777 }]))
    expect(contents(folder)).toEqual([['bot', '755', 'x']])
  })

  test('an archive in an archive is a file like any other', async () => {
    const inner = rawZip([{ name: '../evil', data: 'x' }])
    const { folder } = await unpack(rawZip([{ name: 'inner.zip', data: inner }]))
    expect(readFileSync(join(folder, 'inner.zip'))).toEqual(inner)
  })

  test('any names and texts at all come out as they went in', async () => {
    const part = fc.stringMatching(/^[a-z]{1,8}$/)
    const file = fc.record({
      name: fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => `${parts.join('/')}.txt`),
      data: fc.uint8Array({ maxLength: 2000 }).map((bytes) => Buffer.from(bytes)),
    })
    const files = fc.uniqueArray(file, { selector: ({ name }) => name, minLength: 1, maxLength: 8 })
    await fc.assert(
      fc.asyncProperty(files, fc.constantFrom(rawZip, rawTar, rawTarGz), async (entries, write) => {
        // Something at the top, so that no folder is left out.
        const { result, folder } = await unpack(write([{ name: 'top', data: 'x' }, ...entries]))
        expect(must(result).files).toBe(entries.length + 1)
        for (const { name, data } of entries) expect(readFileSync(join(folder, name))).toEqual(data)
      }),
      { numRuns: 40 },
    )
  })
})

const BAD_NAMES: readonly (readonly [string, RegExp])[] = [
  ['../evil', /^Cannot unpack "\.\.\/evil": its name leads out of the folder$/],
  ['a/../../evil', /^Cannot unpack "a\/\.\.\/\.\.\/evil": its name leads out of the folder$/],
  ['a/..', /its name leads out of the folder$/],
  ['/etc/evil', /^Cannot unpack "\/etc\/evil": its name begins at the root/],
  ['C:evil', /^Cannot unpack "C:evil": its name begins with a drive/],
  ['c:/evil', /its name begins with a drive/],
  ['..\\evil', /^Cannot unpack "\.\.\\\\evil": its name has a backslash/],
  ['a\nb', /^Cannot unpack "a\\nb": its name cannot be read/],
  ['a\u001b[31mb', /its name cannot be read/],
  ['d/'.repeat(17).slice(0, -1), /: it lies more than 16 folders deep$/],
]

describe('names that are refused', () => {
  test.each(BAD_NAMES)('%j', async (name, why) => {
    for (const write of [rawZip, rawTar, rawTarGz])
      await refused(
        write([
          { name: 'ok', data: 'x' },
          { name, data: 'x' },
        ]),
        why,
      )
    expect(existsSync(join(home, 'evil'))).toBe(false)
  })

  test('NUL', async () => {
    await refused(
      rawZip([{ name: 'a\0b', data: 'x' }]),
      /^Cannot unpack "a\\u0000b": its name cannot be read/,
    )
    await refused(
      rawTar([paxName('a\0b'), { name: 'x', data: 'x' }]),
      /^Cannot unpack "a\\u0000b": its name cannot be read/,
    )
  })

  test('a way out by a longer name', async () =>
    refused(
      rawTar([paxName('../evil'), { name: 'x', data: 'x' }]),
      /^Cannot unpack "\.\.\/evil": its name leads out/,
    ))

  test('bytes that are no text', async () => {
    const name = Buffer.from([0x62, 0xfc, 0x63])
    for (const write of [rawZip, rawTar])
      await refused(write([{ name, data: 'x' }]), /^Cannot unpack "b.c": its name cannot be read/)
  })

  test.each(['ä'.repeat(150), 'long-folder/'.repeat(90)])('a name longer than any disk takes', (name) =>
    refused(rawZip([{ name, data: 'x' }]), /: its name is too long$/, { depth: 100 }),
  )
})

describe('kinds that are refused', () => {
  test.each<[string, Buffer, RegExp]>([
    [
      'a link in a zip',
      rawZip([{ name: 'l', data: '/etc/passwd', mode: 0o120777 }]),
      /^Cannot unpack "l": it is a link/,
    ],
    ['a link in a tar', rawTar([{ name: 'l', type: '2', link: '/etc' }]), /^Cannot unpack "l": it is a link/],
    [
      'a link and a file through it',
      rawTar([
        { name: 'l', type: '2', link: '/tmp' },
        { name: 'l/x', data: 'x' },
      ]),
      /^Cannot unpack "l": it is a link/,
    ],
    [
      'a hard link',
      rawTar([{ name: 'h', type: '1', link: '/etc/shadow' }]),
      /^Cannot unpack "h": it is a link/,
    ],
    ['a pipe', rawTar([{ name: 'p', type: '6' }]), /^Cannot unpack "p": it is a device, a pipe or the like/],
    [
      'a pipe in a zip',
      rawZip([{ name: 'p', mode: 0o010644 }]),
      /^Cannot unpack "p": it is a device, a pipe or the like/,
    ],
    ['a character device', rawTar([{ name: 'c', type: '3' }]), /^Cannot unpack "c": it is a device/],
    ['a block device', rawTar([{ name: 'b', type: '4' }]), /^Cannot unpack "b": it is a device/],
    ['a file with holes', rawTar([{ name: 's', type: 'S' }]), /^Cannot unpack "s": it is a device/],
    [
      'a file without a name',
      rawTar([{ name: '.', data: 'x' }]),
      /^Cannot unpack ".": it is a file without a name/,
    ],
  ])('%s', async (_, archive, why) => refused(archive, why))
})

const MB = 1024 * 1024

describe('bombs', () => {
  test('too much in all', async () => {
    const files = Array.from({ length: 5 }, (_, i) => ({
      name: `f${i}`,
      data: Buffer.alloc(300_000, i),
      method: 0,
    }))
    for (const write of [rawZip, rawTar])
      await refused(write(files), /^Cannot unpack "f3": with it the archive unpacks to more than 1 MiB$/, {
        bytes: MB,
      })
  })

  test('too much in one, said or not', async () => {
    const data = Buffer.alloc(2000, 'x')
    const limits = { fileBytes: 1000 }
    for (const write of [rawZip, rawTar, rawTarGz])
      await refused(
        write([{ name: 'big', data }]),
        /^Cannot unpack "big": it is larger than 1000 bytes$/,
        limits,
      )
    await refused(
      rawZip([{ name: 'big', data, size: 10 }]),
      /^Cannot unpack "big": it holds more bytes than the 10 it is said to hold$/,
      limits,
    )
  })

  test('far too much for its size', async () => {
    const data = Buffer.alloc(4 * MB)
    for (const write of [rawZip, rawTarGz])
      await refused(
        write([{ name: 'zeros', data }]),
        /^Cannot unpack "zeros": with it the archive unpacks to more than 100 times its size$/,
      )
    const small = await unpack(rawZip([{ name: 'zeros', data: Buffer.alloc(MB / 2) }]))
    expect(small.result.ok).toBe(true)
  })

  test('files that share their bytes are counted each', async () => {
    const archive = overlapping(20, Buffer.alloc(MB, 'x'))
    await refused(
      archive,
      /^Cannot unpack "f\d+": with it the archive unpacks to more than 100 times its size$/,
    )
  })

  test('too many', async () => {
    const files = Array.from({ length: 12 }, (_, i) => ({ name: `f${i}`, data: 'x' }))
    const folders = Array.from({ length: 12 }, (_, i) => ({ name: `f${i}/`, type: '5' }))
    for (const write of [rawZip, rawTar])
      for (const entries of [files, folders])
        await refused(write(entries), /^Cannot unpack "f10\/?": it is one of more than 10 entries$/, {
          entries: 10,
        })
  })

  test('a tar that is nothing but headers', async () => {
    const more: RawTarEntry = { name: 'pax', type: 'x', data: Buffer.alloc(MB, ' ') }
    await refused(rawTarGz(Array.from({ length: 4 }, () => more)), /too large\)$/, { entries: 10, bytes: MB })
    await refused(
      rawTar([{ ...more, size: 2 ** 32 }]),
      /^Cannot unpack the archive: it is damaged or cut short/,
    )
  })

  test('a tar whose header for all files has many fields: each file would take seconds', async () => {
    const fields = Array.from({ length: 5000 }, (_, i) => `12 k${i + 10_000}=v\n`).join('')
    const file = { name: 'bot.py', data: 'x' }
    const small: RawTarEntry = { name: 'pax_global_header', type: 'g', data: '21 comment=0123abcd4\n' }
    const large: RawTarEntry = { ...small, data: fields }
    expect((await unpack(rawTarGz([small, file]))).result.ok).toBe(true)
    for (const write of [rawTar, rawTarGz]) {
      await refused(write([large, paxName('bot.py'), file]), /its headers are too large\)$/)
      // The size of a file before it says where it is; the header for the file says otherwise.
      const hidden = { name: 'x', size: 65_536 }
      await refused(
        write([{ name: 'pax', type: 'x', data: '9 size=0\n' }, hidden, large, file]),
        /its headers are too large\)$/,
      )
    }
  })

  test('ten gigabytes that are not there', async () => {
    const size = 10 * 1024 * MB
    await refused(
      rawTar([{ name: 'huge', data: 'x', size }]),
      /^Cannot unpack "huge": it is larger than 32 MiB$/,
    )
  })
})

describe('sizes and checksums that lie', () => {
  const data = Buffer.alloc(100_000, 'text')
  test.each<[string, Partial<RawZipEntry>, RegExp]>([
    [
      'more than said',
      { size: 10 },
      /^Cannot unpack "f": it holds more bytes than the 10 it is said to hold$/,
    ],
    [
      'less than said',
      { size: 200_000 },
      /^Cannot unpack "f": it holds fewer bytes than the 200000 it is said to hold$/,
    ],
    ['another checksum', { checksum: 1 }, /^Cannot unpack "f": it is damaged, its checksum is another$/],
    ['stored, and more than said', { method: 0, size: 10 }, /^Cannot unpack "f": /],
  ])('%s', async (_, lie, why) => refused(rawZip([{ name: 'f', data, ...lie }]), why))
})

describe('things that cannot both be', () => {
  test.each<[string, readonly { name: string; data?: string; type?: string; mode?: number }[], RegExp]>([
    [
      'twice',
      [
        { name: 'a', data: 'x' },
        { name: 'a', data: 'y' },
      ],
      /^Cannot unpack "a": it is there twice$/,
    ],
    [
      'twice by another way',
      [
        { name: 'a/b', data: 'x' },
        { name: 'a//./b', data: 'y' },
      ],
      /^Cannot unpack "a\/b": it is there twice$/,
    ],
    [
      'capital letters',
      [
        { name: 'Bot.py', data: 'x' },
        { name: 'bot.py', data: 'y' },
      ],
      /^Cannot unpack "bot.py": "Bot.py" is there/,
    ],
    [
      'capital letters in a folder',
      [
        { name: 'A/x', data: 'x' },
        { name: 'a/y', data: 'y' },
      ],
      /^Cannot unpack "a\/y": "A" is there/,
    ],
    [
      'two ways to write an accent',
      [
        { name: '\u00e9', data: 'x' },
        { name: 'e\u0301', data: 'y' },
      ],
      /is there, which some machines call the same$/,
    ],
    [
      'a file as a folder',
      [
        { name: 'a', data: 'x' },
        { name: 'a/b', data: 'y' },
      ],
      /^Cannot unpack "a\/b": "a" is a file, and a folder as well$/,
    ],
    [
      'a folder as a file',
      [
        { name: 'a/b', data: 'x' },
        { name: 'a', data: 'y' },
      ],
      /^Cannot unpack "a": it is a file, and a folder as well$/,
    ],
    [
      'a file as an empty folder',
      [
        { name: 'a', data: 'x' },
        { name: 'a/', type: '5', mode: 0o040755 },
      ],
      /"a" is a file, and a folder as well$/,
    ],
  ])('%s', async (_, entries, why) => {
    for (const write of [rawZip, rawTar]) await refused(write(entries), why)
  })

  test('a folder may come twice', async () => {
    const folder = { name: 'a/', type: '5', mode: 0o040755 }
    for (const write of [rawZip, rawTar])
      expect((await unpack(write([folder, { name: 'a/x', data: 'x' }, folder]))).result.ok).toBe(true)
  })
})

describe('archives that cannot be read', () => {
  const zip = rawZip([
    { name: 'f', data: Buffer.alloc(3000, 'some text') },
    { name: 'g', data: 'x' },
  ])
  const tar = rawTar([
    { name: 'f', data: Buffer.alloc(3000, 'some text') },
    { name: 'g', data: 'x' },
  ])
  const broken = Buffer.from(zip)
  broken.fill(0xff, 35, 45)
  const wrongSum = Buffer.from(tar)
  wrongSum[0] = 0x78

  test.each<[string, Buffer, RegExp]>([
    ['encrypted', rawZip([{ name: 'f', data: 'x', flags: 1 }]), /^Cannot unpack "f": it is encrypted$/],
    [
      'strongly encrypted',
      rawZip([{ name: 'f', data: 'x', flags: 0x41 }]),
      /^Cannot unpack the archive: it is encrypted$/,
    ],
    [
      'another method',
      rawZip([{ name: 'f', data: 'x', method: 14 }]),
      /^Cannot unpack "f": it is packed by method 14, expected stored or deflated$/,
    ],
    ['a zip cut short', zip.subarray(0, -30), /^Cannot unpack the archive: it is damaged or cut short/],
    [
      'a zip with something behind it',
      Buffer.concat([zip, Buffer.from('more')]),
      /^Cannot unpack the archive: it is damaged or cut short/,
    ],
    ['a zip with broken bytes', broken, /^Cannot unpack "f": it is damaged/],
    ['a tar cut short in a file', tar.subarray(0, 1500), /it is damaged or cut short/],
    [
      'a tar cut short between files',
      tar.subarray(0, 512 + 3072),
      /^Cannot unpack the archive: it is damaged or cut short \(its end is missing\)$/,
    ],
    ['a tar with a broken header', wrongSum, /^Cannot unpack the archive: it is damaged or cut short/],
    ['a tar.gz cut short', gzipSync(tar).subarray(0, -20), /it is damaged or cut short/],
    [
      'a text, compressed',
      gzipSync(Buffer.alloc(2000, 'hello')),
      /^Cannot unpack the archive: it is damaged or cut short/,
    ],
    [
      'a text',
      Buffer.from('#!/bin/sh\nrm -rf /\n'),
      /^Cannot unpack the archive: expected a .zip, a .tar or a .tar.gz, or one source/,
    ],
    [
      'nothing',
      Buffer.alloc(0),
      /^Cannot unpack the archive: expected a .zip, a .tar or a .tar.gz, or one source/,
    ],
    ['an empty zip', rawZip([]), /^Cannot unpack the archive: there is no file in it$/],
    [
      'an empty tar.gz',
      rawTarGz([{ name: 'only-a-folder/', type: '5' }]),
      /^Cannot unpack the archive: there is no file in it$/,
    ],
    [
      'only what a Mac adds',
      rawZip([{ name: '__MACOSX/x', data: 'x' }]),
      /^Cannot unpack the archive: there is no file in it$/,
    ],
  ])('%s', async (_, archive, why) => refused(archive, why))

  test('cut anywhere or with any byte changed, it gives one sentence or the whole', async () => {
    const archives = fc.constantFrom(zip, tar, gzipSync(tar))
    await fc.assert(
      fc.asyncProperty(
        archives,
        fc.nat(),
        fc.nat(),
        fc.integer({ min: 1, max: 255 }),
        async (archive, at, cut, change) => {
          const bytes = Buffer.from(
            archive.subarray(0, cut % 3 === 0 ? cut % archive.length : archive.length),
          )
          const where = at % Math.max(1, bytes.length)
          if (where < bytes.length) bytes.writeUInt8((bytes.readUInt8(where) ^ change) & 0xff, where)
          const { result, left } = await unpack(bytes)
          expect(left).toEqual(result.ok ? ['out'] : [])
          if (!result.ok) expect(result.problem.message).toMatch(/^Cannot unpack .+[^.]$/)
        },
      ),
      { numRuns: 300 },
    )
  })
})

test('what is in the way is not touched', async () => {
  const place = join(home, 'taken')
  mkdirSync(join(place, 'out'), { recursive: true })
  writeFileSync(join(place, 'out', 'mine'), 'mine')
  writeFileSync(join(place, 'upload'), rawZip(FILES))
  const result = await unpackArchive(join(place, 'upload'), join(place, 'out'))
  expect(result).toMatchObject({
    ok: false,
    problem: { code: 'workshop-disk', message: 'Cannot unpack the archive here: ENOTEMPTY' },
  })
  expect(readdirSync(place).sort()).toEqual(['out', 'upload'])
  expect(readdirSync(join(place, 'out'))).toEqual(['mine'])
})

async function refused(archive: Buffer, why: RegExp, limits?: Partial<UnpackLimits>): Promise<void> {
  const { result, left } = await unpack(archive, limits)
  expect(result.ok ? 'unpacked' : result.problem.message).toMatch(why)
  expect(left).toEqual([])
}

/** A zip whose entries are all the same bytes: small to carry, large to unpack. */
function overlapping(count: number, data: Buffer): Buffer {
  const one = rawZip([{ name: 'f', data }])
  const end = one.length - 22
  const start = one.readUInt32LE(end + 16)
  const centrals = Array.from({ length: count }, (_, i) => {
    const name = Buffer.from(`f${i}`)
    const central = Buffer.from(one.subarray(start, start + 46))
    central.writeUInt16LE(name.length, 28)
    return Buffer.concat([central, name])
  })
  const directory = Buffer.concat(centrals)
  const tail = Buffer.from(one.subarray(end))
  tail.writeUInt16LE(count, 8)
  tail.writeUInt16LE(count, 10)
  tail.writeUInt32LE(directory.length, 12)
  return Buffer.concat([one.subarray(0, start), directory, tail])
}
