import { fail, ok, type Result } from '../base/result.ts'
import { show } from '../base/fields.ts'

/** The parts of a path; empty for the top of the archive. */
export function parseEntryName(name: string, mostDeep: number): Result<readonly string[]> {
  const refuse = (why: string): ReturnType<typeof fail> =>
    fail('archive-name', `Cannot unpack ${show(name)}: ${why}`)
  if (UNREADABLE.test(name))
    return refuse('its name cannot be read, expected UTF-8 without control characters')
  if (name.includes('\\')) return refuse('its name has a backslash, expected / between folders')
  if (name.startsWith('/')) return refuse('its name begins at the root, expected one below the folder')
  if (/^[a-z]:/i.test(name)) return refuse('its name begins with a drive, expected one below the folder')
  const parts = name.split('/').filter((part) => part !== '' && part !== '.')
  if (parts.includes('..')) return refuse('its name leads out of the folder')
  if (Buffer.byteLength(name) > LONGEST || parts.some((part) => Buffer.byteLength(part) > LONGEST_PART))
    return refuse('its name is too long')
  if (parts.length > mostDeep) return refuse(`it lies more than ${mostDeep} folders deep`)
  return ok(parts)
}

/** Control characters, and the replacement character for invalid UTF-8. */
// oxlint-disable-next-line no-control-regex
const UNREADABLE = /[\u0000-\u001f\u007f-\u009f\ufffd]/

/** In bytes: every file system allows that much. */
const LONGEST_PART = 255
const LONGEST = 1024
