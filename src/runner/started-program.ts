import { basename } from 'node:path'
import { parseArgsStringToArgv } from 'string-argv'

interface Wrapper {
  /** Options whose value may be the next word. */
  readonly valued?: string
  /** Operands before the program. */
  readonly operands?: number
}

/** Wrappers: programs that run the command after them. */
const WRAPPERS: ReadonlyMap<string, Wrapper> = new Map([
  ['env', { valued: 'uC' }],
  ['exec', {}],
  ['ionice', { valued: 'cn' }],
  ['nice', { valued: 'n' }],
  ['nohup', {}],
  ['setsid', {}],
  ['stdbuf', { valued: 'ioe' }],
  ['taskset', { operands: 1 }],
  ['time', {}],
  ['timeout', { valued: 'ks', operands: 1 }],
  ['unbuffer', {}],
])

/** The index of the word that names the program itself: in `nice -n 1 ./bot` the last. */
export function startedProgram(words: readonly string[]): number {
  let at = 0
  for (let next = afterWrapper(words, at); next < words.length; next = afterWrapper(words, at)) at = next
  return at
}

function afterWrapper(words: readonly string[], at: number): number {
  const wrapper = WRAPPERS.get(basename(words[at] ?? ''))
  if (wrapper === undefined) return words.length
  const { valued = '', operands = 0 } = wrapper
  let next = at + 1
  for (let word = words[next]; word?.startsWith('-'); word = words[next]) {
    next += word.length === 2 && valued.includes(word.charAt(1)) ? 2 : 1
    if (word === '--') break
  }
  while (basename(words[at] ?? '') === 'env' && /^\w+=/.test(words[next] ?? '')) next++
  return next + operands
}

/** A short name for a command: `snake` for `python3 bots/snake.py --fast` and for `nice -n 1 bots/snake 3`. */
export function nameOfCommand(words: readonly string[]): string {
  const at = startedProgram(words)
  const [program = '', ...args] = words.slice(at)
  const shellLine = SHELL.test(program) && /^-\w*c$/.test(args[0] ?? '') ? args[1] : undefined
  if (shellLine !== undefined) return nameOfCommand(parseArgsStringToArgv(shellLine))
  const file = isInterpreter(program) ? firstFile(args) : undefined
  return basename((file ?? program).replaceAll('\\', '/')).replace(/\.\w{1,5}$/, '')
}

/** The file that an interpreter runs; undefined if it runs text, as with `-c`. */
function firstFile(args: readonly string[]): string | undefined {
  for (let i = 0; i < args.length; i++) {
    const arg = args[i] as string
    if (/^-\w*[ce]$/.test(arg)) return undefined
    if (/^-(cp|classpath|-class-path)$/.test(arg)) i++
    else if (!arg.startsWith('-') && arg !== 'run') return arg
  }
  return undefined
}

/** Whether a program runs a file that is named among its arguments. */
export const isInterpreter = (program: string): boolean => INTERPRETER.test(basename(program))

const SHELL = /(^|\/)(sh|bash|dash|zsh|ksh)$/
const INTERPRETER =
  /^(sh|bash|dash|zsh|ksh|python|pypy|node|nodejs|deno|bun|java|mono|dotnet|wine|guile|ruby|perl|php|lua|luajit|racket|sbcl|scheme|julia|Rscript|tclsh|elixir|scala|kotlin|go)[\d.]*$/
