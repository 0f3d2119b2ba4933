import { open, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { SlideBody } from '../api/slides.ts'
import { messageOf } from '../base/message-of.ts'
import { show } from '../base/fields.ts'

/** The pictures of a folder, read anew at each look: a file that is added, changed or removed needs no restart. */
export interface Slides {
  list(): Promise<readonly SlideBody[]>
  /** Undefined if there is no such slide. */
  picture(name: string): Promise<SlidePicture | undefined>
}

export interface SlidePicture {
  readonly type: (typeof SLIDE_TYPES)[number]
  readonly bytes: Buffer
}

export const SLIDES_AT = '/slides/'
export const SLIDE_TYPES = ['image/png', 'image/jpeg', 'image/webp'] as const

/** Large enough for a photograph at the size of a projector; every projector page loads the file. */
const MAX_BYTES = 16 * 1024 * 1024
/** More slides are not shown. */
const MAX_SLIDES = 200

/** Each file that is no slide is named by one warning, until it changes. */
export function openSlides(folder: string, warn: (message: string) => void): Slides {
  let warned = new Set<string>()

  async function look(): Promise<readonly Found[]> {
    const names = await readdir(folder).catch((error: unknown) => messageOf(error))
    const files =
      typeof names === 'string'
        ? [{ name: '', version: '', problem: `Cannot read the slides of ${folder}: ${names}` }]
        : await Promise.all(
            names
              .filter((name) => !name.startsWith('.'))
              .toSorted(byName)
              .map((name) => findFile(folder, name)),
          )
    const problems = new Map(
      files.flatMap((file) => ('problem' in file ? [[`${file.name} ${file.version}`, file.problem]] : [])),
    )
    for (const [key, problem] of problems) if (!warned.has(key)) warn(problem)
    warned = new Set(problems.keys())
    return files.flatMap((file) => ('problem' in file ? [] : [file])).slice(0, MAX_SLIDES)
  }

  return {
    async list() {
      return (await look()).map(({ name, version }) => ({
        name,
        url: `${SLIDES_AT}${encodeURIComponent(name)}?v=${version}`,
      }))
    },
    async picture(name) {
      // A name that the folder lists has no path in it.
      const names = await readdir(folder).catch((): string[] => [])
      if (!names.includes(name) || 'problem' in (await findFile(folder, name))) return undefined
      const bytes = await readUpTo(join(folder, name), MAX_BYTES).catch(() => undefined)
      const type = bytes && typeOf(bytes)
      return type && { type, bytes }
    },
  }
}

interface Found {
  readonly name: string
  /** Another after each change. */
  readonly version: string
}

/** `2.png` comes before `10.png`. */
const byName = (a: string, b: string): number =>
  a.localeCompare(b, 'en', { numeric: true }) || (a < b ? -1 : 1)

async function findFile(
  folder: string,
  name: string,
): Promise<Found | (Found & { readonly problem: string })> {
  try {
    const found = await stat(join(folder, name))
    const { size } = found
    const version = `${Math.round(found.mtimeMs)}-${size}`
    const refuse = (why: string) => ({
      name,
      version,
      problem: `Cannot show the slide ${show(name)}: ${why}`,
    })
    if (!found.isFile()) return refuse('it is not a file')
    if (size > MAX_BYTES) return refuse(`it has more than ${MAX_BYTES / 1024 / 1024} MiB`)
    const type = typeOf(await readUpTo(join(folder, name), HEAD_BYTES))
    if (type !== undefined) return { name, version }
    return refuse(
      /\.svgz?$/i.test(name)
        ? 'an SVG file may contain programs; save it as PNG'
        : 'expected a picture in PNG, JPEG or WebP',
    )
  } catch (error) {
    return { name, version: '', problem: `Cannot show the slide ${show(name)}: ${messageOf(error)}` }
  }
}

async function readUpTo(path: string, most: number): Promise<Buffer> {
  await using file = await open(path)
  const { size } = await file.stat()
  const { buffer, bytesRead } = await file.read(Buffer.alloc(Math.min(size, most)))
  return buffer.subarray(0, bytesRead)
}

const HEAD_BYTES = 12

/** The first bytes tell the type, not the name: a page that is called `x.png` is never served. */
const HEADS: Readonly<Record<SlidePicture['type'], RegExp>> = {
  'image/png': /^\x89PNG\r\n\x1a\n/,
  'image/jpeg': /^\xff\xd8\xff/,
  'image/webp': /^RIFF[^]{4}WEBP/,
}

const typeOf = (bytes: Buffer): SlidePicture['type'] | undefined => {
  const head = bytes.subarray(0, HEAD_BYTES).toString('latin1')
  return SLIDE_TYPES.find((type) => HEADS[type].test(head))
}
