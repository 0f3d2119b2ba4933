/** The class that a Java source is started by. */
export interface JavaClass {
  /** The public class, or else the class around `main`; undefined if there is neither. */
  readonly name?: string
  readonly package?: string
}

export function readJavaClass(source: string): JavaClass {
  const code = source.replaceAll(/\/\*[^]*?\*\/|\/\/.*|"(?:\\.|[^"\\\n])*"/g, '')
  const [, inPackage] = /^\s*package\s+([\w.]+)\s*;/m.exec(code) ?? []
  const [, shown] = PUBLIC.exec(code) ?? []
  const beforeMain = code.slice(0, Math.max(0, code.search(/\bstatic\s+void\s+main\b/)))
  const around = [...beforeMain.matchAll(/\b(?:class|record|enum|interface)\s+(\w+)/g)].at(-1)?.[1]
  const name = shown ?? around
  return { ...(name !== undefined && { name }), ...(inPackage !== undefined && { package: inPackage }) }
}

const PUBLIC =
  /\bpublic\s+(?:(?:abstract|final|sealed|non-sealed|static|strictfp)\s+)*(?:class|record|enum|interface)\s+(\w+)/
