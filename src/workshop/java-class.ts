/** The class that a Java source is started by. */
export interface JavaClass {
  /** The public class, or else the class around `main`; undefined if there is neither. */
  readonly name?: string
  readonly package?: string
}

export function readJavaClass(source: string): JavaClass {
  const code = source.replaceAll(NO_CODE, '')
  const [, inPackage] = /^[ \t\f]*package\s+([\w.]+)\s*;/m.exec(code) ?? []
  const [, shown] = PUBLIC.exec(code) ?? []
  const beforeMain = code.slice(0, Math.max(0, code.search(/\bstatic\s+void\s+main\b/)))
  const around = [...beforeMain.matchAll(/\b(?:class|record|enum|interface)\s+(\w+)/g)].at(-1)?.[1]
  const name = shown ?? around
  return { ...(name !== undefined && { name }), ...(inPackage !== undefined && { package: inPackage }) }
}

/**
 * Comments, texts and characters. One without an end goes to the end of the source or line: looking for the end of each again would take
 * quadratic time, and a team chooses the source.
 */
const NO_CODE = /\/\*[^]*?(?:\*\/|$)|\/\/.*|"""[^]*?(?:"""|$)|"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])'/g

const PUBLIC =
  /\bpublic\s+(?:(?:abstract|final|sealed|non-sealed|static|strictfp)\s+)*(?:class|record|enum|interface)\s+(\w+)/
