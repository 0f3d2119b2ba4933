import { errorCode } from './error-code.ts'

/** Why a file could not be read, as the end of a sentence. */
export function whyNotRead(error: unknown): string {
  const code = errorCode(error)
  if (code === undefined) return String(error)
  return REASONS[code] ?? `it cannot be read (${code})`
}

/** What a path is, whether it was to be read or written. */
export const PATH_REASONS: Readonly<Record<string, string>> = {
  EISDIR: 'it is a folder',
  ENAMETOOLONG: 'its name is too long',
  ENOTDIR: 'a part of its path is a file',
}

const FORBIDDEN = 'this user may not read it'
const TOO_LARGE = 'it is too large'

const REASONS: Readonly<Record<string, string>> = {
  ...PATH_REASONS,
  ENOENT: 'there is no such file',
  EACCES: FORBIDDEN,
  EPERM: FORBIDDEN,
  ERR_FS_FILE_TOO_LARGE: TOO_LARGE,
  ERR_STRING_TOO_LONG: TOO_LARGE,
}
