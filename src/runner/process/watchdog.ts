import { spawn, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'

/**
 * A small shell that outlives the host. When the host ends in any way, the shell's stdin closes; then it kills every
 * registered process group and every process with our mark in its environment.
 */
export const watchdog = {
  /** The mark that all our bots carry; a number of their own follows. */
  mark: `GAMEGRID_BOT=${randomUUID()}`,
  /** Starts the shell. It must run before the first bot: the host may be killed right after that bot has started. */
  start(): void {
    if (process.platform !== 'win32') shell ??= startShell()
  },
  guard(group: number): void {
    tell(`+ ${group}`)
    guarded.add(group)
  },
  release(group: number): void {
    guarded.delete(group)
    tell(`- ${group}`)
  },
  /** Also removes this folder when the host has ended. */
  remove: (folder: string): void => tellForGood(`d ${folder}`),
  /** Also removes these empty folders (control groups). */
  removeEmpty: (folder: string): void => tellForGood(`c ${folder}`),
}

const guarded = new Set<number>()
/** What each shell must know from its start. */
const forGood: string[] = []
let shell: ChildProcess | undefined

function tell(line: string): void {
  watchdog.start()
  shell?.stdin?.write(`${line}\n`)
}

function tellForGood(line: string): void {
  tell(line)
  forGood.push(line)
}

function startShell(): ChildProcess {
  const child = spawn('/bin/sh', ['-c', SCRIPT, 'gamegrid-watchdog', watchdog.mark], {
    // In a session of its own: Ctrl-C must not reach it.
    detached: true,
    cwd: '/',
    stdio: ['pipe', 'ignore', 'ignore'],
    env: { PATH: '/usr/bin:/bin' },
  })
  const forget = (): void => {
    if (shell === child) shell = undefined
  }
  child.on('error', forget).on('exit', forget).unref()
  // Without a watchdog no bot may run: the caller stops the one it has started.
  if (child.pid === undefined) throw new Error('the machine has no more room to watch over bots')
  child.stdin.on('error', forget)
  if ('unref' in child.stdin && typeof child.stdin.unref === 'function') child.stdin.unref()
  // After a restart of the watchdog, it learns all folders and groups again.
  for (const line of [...forGood, ...[...guarded].map((group) => `+ ${group}`)])
    child.stdin.write(`${line}\n`)
  return child
}

const SCRIPT = `
trap '' INT TERM HUP PIPE
groups=' ' folder= empty=
while read -r verb what; do
  case $verb in
    +) groups="$groups$what " ;;
    -) case $groups in *" $what "*) groups="\${groups%%" $what "*} \${groups#*" $what "}" ;; esac ;;
    d) folder=$what ;;
    c) empty=$what ;;
  esac
done
for group in $groups; do kill -s KILL -- "-$group"; done
for round in 1 2 3 4 5; do
  marked=$(grep -lsz "^$1" /proc/[0-9]*/environ | tr -dc '0-9\\n') || break
  [ -n "$marked" ] || break
  kill -s KILL $marked
  sleep 0.05
done
[ -z "$folder" ] || rm -rf -- "$folder" || { chmod -R u+rwX -- "$folder"; rm -rf -- "$folder"; }
[ -z "$empty" ] || rmdir -- "$empty"*
`
