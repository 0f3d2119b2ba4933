/** What to do about a crash whose own words do not say it; undefined for all others. */
export function crashFix(errors: string): string | undefined {
  const [, version = '', major, minor] = /^Node\.js v((\d+)\.(\d+)\.\d+)$/m.exec(errors) ?? []
  if (version !== '' && isWithoutTypes(Number(major), Number(minor)) && TYPES_UNREAD.test(errors))
    return `Install Node 22.18 or newer: Node ${version} does not run TypeScript`
  return OTHER_ENCODING.test(errors) ? 'Save the source in UTF-8' : undefined
}

const isWithoutTypes = (major: number, minor: number): boolean =>
  major < 22 || (major === 22 && minor < 18) || (major === 23 && minor < 6)

/** Node names the file and the line above a syntax error. */
const TYPES_UNREAD = /ERR_UNKNOWN_FILE_EXTENSION\b.*"\.m?ts"|^\S.*\.m?ts:\d+\n[^]*^SyntaxError: /m

/** Python on a source in Latin-1 or UTF-16. */
const OTHER_ENCODING =
  /^SyntaxError: (?:\(unicode error\) 'utf-8' codec|Non-UTF-8 code starting with|source code (?:string )?cannot contain null bytes)/m
