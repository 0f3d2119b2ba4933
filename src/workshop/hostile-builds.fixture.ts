import { lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { buildBot, type BuildLimits } from './build-bot.ts'
import { removeFolder } from '../runner/sandbox/remove-folder.ts'

/** A build that tries to do harm. */
interface HostileBuild {
  readonly name: string
  readonly files: Readonly<Record<string, string>>
  readonly build: readonly string[]
  readonly limits?: Partial<BuildLimits>
  /** `built`, or the sentence that says why not. */
  readonly said: RegExp
  /** What it printed at the end. */
  readonly printed?: string
}

export interface Outcome {
  readonly name: string
  readonly said: string
  readonly log: string
  /** Of a folder that was built: names and modes. */
  readonly files: readonly string[]
  readonly running: number
  /** What it left beside its folder. */
  readonly beside: readonly string[]
  /** Whether its folder could be removed. */
  readonly isRemoved: boolean
}

const python = (text: string): Pick<HostileBuild, 'files' | 'build'> => ({
  files: { 'build.py': `import os, signal, socket, sys, time\n${text}` },
  build: ['python3 build.py'],
})

const ATTEMPT = `
through = []
def attempt(name, action):
    try:
        if action() is not False: through.append(name)
    except OSError: pass
`
const REPORT = `
print('through:', *through)
`

export const HOSTILE_BUILDS: readonly HostileBuild[] = [
  {
    name: 'fork bomb',
    ...python('while True:\n    try: os.fork()\n    except OSError: pass'),
    limits: { seconds: 1, processes: 40 },
    said: /^Cannot build the bot by "python3 build.py": it took longer than 1 s$/,
  },
  {
    name: 'many processes',
    ...python(
      'n = 0\ntry:\n    while True:\n        if os.fork() == 0: time.sleep(100)\n        n += 1\nexcept OSError: print("bounded" if 30 < n < 40 else n)',
    ),
    limits: { processes: 40 },
    said: /^built$/,
    printed: 'bounded\n',
  },
  {
    name: 'infinite loop',
    ...python('while True: pass'),
    limits: { seconds: 1 },
    said: /: it took longer than 1 s$/,
  },
  {
    name: 'ignores all signals',
    ...python('for n in (1, 2, 13, 15): signal.signal(n, signal.SIG_IGN)\nwhile True: time.sleep(9)'),
    limits: { seconds: 1 },
    said: /: it took longer than 1 s$/,
  },
  {
    name: 'stops itself',
    ...python('os.kill(os.getpid(), signal.SIGSTOP)'),
    limits: { seconds: 1 },
    said: /: it took longer than 1 s$/,
  },
  {
    name: 'the second of two commands',
    files: {},
    build: ['true', 'sleep 100'],
    limits: { seconds: 3 },
    said: /^Cannot build the bot by "sleep 100": it took longer than 3 s$/,
  },
  {
    name: 'memory',
    ...python('x = []\nwhile True: x.append(bytearray(b"x" * 1000000))'),
    limits: { memoryMb: 100 },
    said: /: it used more than 100 MiB of memory$/,
  },
  {
    name: 'memory of many',
    ...python(
      'for n in range(8):\n    if os.fork() == 0:\n        x = bytearray(b"x" * 30000000)\n        time.sleep(100)\ntime.sleep(100)',
    ),
    limits: { memoryMb: 100 },
    said: /: it used more than 100 MiB of memory$/,
  },
  {
    name: 'large files',
    ...python(
      'n = 0\nwhile True:\n    n += 1\n    with open("f%d" % n, "wb") as f: f.write(b"x" * 1000000)\n    time.sleep(0.005)',
    ),
    limits: { folderMb: 20 },
    said: /: it wrote more than 20 MiB$/,
  },
  {
    name: 'large files in /tmp, and away',
    ...python('for n in range(30):\n    with open("/tmp/f%d" % n, "wb") as f: f.write(b"x" * 1000000)'),
    limits: { folderMb: 20 },
    said: /: it wrote more than 20 MiB$/,
  },
  {
    name: 'a file of holes',
    ...python('with open("f", "wb") as f: f.truncate(60 * 1024 * 1024)'),
    limits: { folderMb: 20 },
    said: /: it wrote more than 20 MiB$/,
  },
  {
    name: 'a file that is too large',
    ...python('with open("f", "wb") as f:\n    for n in range(99): f.write(b"x" * 1000000)'),
    limits: { fileMb: 10 },
    said: /: it (ended with exit code 1|was killed by SIGXFSZ)$/,
  },
  {
    name: 'many files',
    ...python('for n in range(3000): open("f%d" % n, "w").close()'),
    limits: { files: 500 },
    said: /: it made more than 500 files$/,
  },
  {
    name: 'folders without end',
    ...python('for n in range(5000):\n    os.mkdir("d" * 9)\n    os.chdir("d" * 9)'),
    said: /: it made (folders more than 64 deep|a folder that cannot be looked into)/,
  },
  {
    name: 'hides what it writes',
    ...python(
      'os.mkdir("d")\nfor n in range(30):\n    with open("d/f%d" % n, "wb") as f: f.write(b"x" * 1000000)\nos.chmod("d", 0)',
    ),
    limits: { folderMb: 20 },
    said: /: it (wrote more than 20 MiB|made a folder that cannot be looked into \("EACCES"\))$/,
  },
  {
    name: 'removes what it writes, and keeps it open',
    ...python(
      'held = []\nfor n in range(30):\n    held.append(open("f", "wb", 0))\n    os.unlink("f")\n    held[-1].write(b"x" * 1000000)\ntime.sleep(100)',
    ),
    limits: { folderMb: 20, seconds: 10 },
    said: /: it wrote more than 20 MiB$/,
  },
  {
    name: 'removes what it writes, and keeps it mapped',
    ...python(
      'import mmap\nheld = []\nfor n in range(30):\n    f = open("f", "wb+", 0)\n    os.unlink("f")\n    f.write(b"x" * 1000000)\n    held.append(mmap.mmap(f.fileno(), 1000000))\n    f.close()\nos.closerange(3, 256)\ntime.sleep(100)',
    ),
    limits: { folderMb: 20, seconds: 10 },
    said: /: it wrote more than 20 MiB$/,
  },
  {
    name: 'many open files',
    ...python(
      'for n in range(8):\n    if os.fork() == 0: break\nheld = [open("build.py") for n in range(200)]\ntime.sleep(100)',
    ),
    limits: { files: 1000, seconds: 10 },
    said: /: it has more than 1000 files open$/,
  },
  {
    name: 'many mappings of a file that it has removed',
    ...python(
      'import ctypes\nmap = ctypes.CDLL(None).mmap\nmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t] + [ctypes.c_int] * 3 + [ctypes.c_long]\nf = os.open("f", os.O_RDWR | os.O_CREAT)\nos.ftruncate(f, 4096)\nos.unlink("f")\nfor n in range(8000): map(None, 4096, 1 + n % 2 * 2, 1, f, 0)\ntime.sleep(100)',
    ),
    limits: { files: 1000, seconds: 10 },
    said: /: it has more than 1000 files open$/,
  },
  {
    name: 'endless output',
    ...python('while True: print("x" * 10000)'),
    limits: { outputMb: 1 },
    said: /: it printed more than 1 MiB$/,
  },
  {
    name: 'network',
    ...python(`${ATTEMPT}
def call(family, address):
    def action():
        with socket.socket(family, socket.SOCK_STREAM) as s:
            s.settimeout(2)
            s.connect(address)
    return action
attempt('tcp', call(socket.AF_INET, ('127.0.0.1', PORT)))
attempt('tcp6', call(socket.AF_INET6, ('::1', PORT)))
attempt('abstract', call(socket.AF_UNIX, '\\0gamegrid-HOST'))
attempt('vsock', lambda: socket.socket(40, socket.SOCK_STREAM).close())
attempt('netlink', lambda: socket.socket(16, socket.SOCK_RAW).close())
attempt('names', lambda: socket.gethostbyname('example.com'))
${REPORT}`),
    said: /^built$/,
    printed: 'through:\n',
  },
  {
    name: 'reads',
    ...python(`${ATTEMPT}
for path in ['/etc/shadow', '/etc/passwd', '/proc/1/environ', '/proc/1/mem', 'OTHER/secret', '/proc/kcore']:
    attempt(path, lambda: open(path, 'rb').read(1) != b'')
for path in ['OTHER', '/root', '/home', '/var', '/work', '/sys']: attempt(path, lambda: os.listdir(path) != [])
for pid in os.listdir('/proc'):
    attempt('environ', lambda: b'GAMEGRID_SECRET' in open('/proc/%s/environ' % pid, 'rb').read())
attempt('own environment', lambda: 'GAMEGRID_SECRET' in os.environ)
attempt('host', lambda: os.kill(HOST, 0))
${REPORT}`),
    said: /^built$/,
    printed: 'through:\n',
  },
  {
    name: 'writes outside',
    ...python(`${ATTEMPT}
for folder in ['/', '/usr', '/usr/bin', '/etc', '/dev', '/dev/shm', '/proc', '/run', 'OTHER']:
    attempt(folder, lambda: open(folder + '/gamegrid', 'w').close())
attempt('core', lambda: open('/proc/sys/kernel/core_pattern', 'w').close())
attempt('device', lambda: os.mknod('disk', 0o60666, os.makedev(254, 0)))
${REPORT}`),
    said: /^built$/,
    printed: 'through:\n',
  },
  {
    name: 'puts a link in the place of its folder',
    ...python(`${ATTEMPT}
attempt('rename', lambda: os.rename('/bot', '/tmp/bot'))
attempt('remove', lambda: os.rmdir('/bot'))
attempt('link', lambda: os.symlink('/etc', '/bot'))
attempt('link below', lambda: os.link('/etc/ld.so.cache', '/bot/cache'))
${REPORT}`),
    said: /^built$/,
    printed: 'through:\n',
  },
  {
    name: 'leaves a link to the outside',
    ...python('os.symlink("/etc/shadow", "shadow")'),
    said: /^Cannot keep "shadow": it is a link that leads out of the folder, or nowhere$/,
  },
  {
    name: 'leaves a link upwards',
    ...python('os.mkdir("d")\nos.symlink("../../other/secret", "d/up")'),
    said: /^Cannot keep "d\/up": it is a link/,
  },
  {
    name: 'leaves links within',
    ...python('os.symlink("build.py", "same")\nos.mkdir("d")\nos.symlink("../build.py", "d/same")'),
    said: /^built$/,
  },
  {
    name: 'leaves a name that is no text',
    ...python('open(b"a\\xff", "w").close()'),
    said: /^Cannot keep "a.": its name cannot be read, expected UTF-8$/,
  },
  {
    name: 'leaves privileges, pipes and locked doors',
    ...python(
      'open("tool", "w").close()\nos.chmod("tool", 0o6777)\nos.mkfifo("pipe")\nopen("note", "w").close()\nos.chmod("note", 0)\nos.mkdir("d", 0o755)\nos.chmod("d", 0o1777)\nsocket.socket(socket.AF_UNIX).bind("socket")',
    ),
    said: /^built$/,
  },
  {
    name: 'locks its folder between two commands',
    files: {},
    build: ['chmod 700 .', 'pwd'],
    said: /^built$/,
  },
  {
    name: 'leaves a daemon behind',
    ...python(`
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        os.closerange(0, 100)
        n = 0
        while True:
            n += 1
            with open('/bot/alive', 'w') as f: f.write(str(n))
    os._exit(0)
while not os.path.exists('/bot/alive'): time.sleep(0.01)
print('left')
`),
    said: /^built$/,
    printed: 'left\n',
  },
  {
    name: 'kills everybody it can reach',
    ...python('if os.fork() == 0: time.sleep(100)\nos.kill(-1, signal.SIGKILL)\nprint("alone")'),
    said: /^built$/,
    printed: 'alone\n',
  },
  {
    name: 'namespaces, tracing, and a disk at one stroke',
    files: {
      'try.c': `
#define _GNU_SOURCE
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <sys/mount.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <unistd.h>
static void attempt(const char *name, long result) { if (result >= 0) printf(" %s", name); }
int main(void) {
  printf("through:");
  fflush(stdout);
  attempt("unshare", unshare(CLONE_NEWUSER));
  long pid = syscall(SYS_clone, CLONE_NEWUSER | SIGCHLD, 0, 0, 0, 0);
  if (pid == 0) _exit(0);
  attempt("clone", pid);
  pid = syscall(SYS_clone, CLONE_NEWNET | SIGCHLD, 0, 0, 0, 0);
  if (pid == 0) _exit(0);
  attempt("clone-net", pid);
  attempt("clone3", syscall(SYS_clone3, 0, 0));
  attempt("mount", mount("none", "/tmp", "tmpfs", 0, 0));
  attempt("ptrace", ptrace(PTRACE_TRACEME, 0, 0, 0));
  attempt("fallocate", fallocate(open("big", O_CREAT | O_WRONLY, 0644), 0, 0, 1 << 20));
  attempt("chroot", chroot("/tmp"));
  attempt("setuid", setuid(0));
  printf("\\n");
}`,
    },
    build: ['gcc -w -o try try.c', './try'],
    said: /^built$/,
    printed: 'through:\n',
  },
  {
    name: 'a command that is not there',
    files: {},
    build: ['nosuchcompiler bot.x'],
    said: /^Cannot start "nosuchcompiler": there is no such program$/,
  },
  {
    name: 'a shell is not asked',
    files: {},
    build: ['echo a; touch b && echo $HOME'],
    said: /^built$/,
    printed: 'a; touch b && echo $HOME\n',
  },
  {
    name: 'no command at all',
    files: {},
    build: ['  '],
    said: /^Cannot run " {2}": expected a command line/,
  },
  { name: 'waits for input that never comes', files: {}, build: ['cat'], said: /^built$/ },
]

/** Runs them all, one after the other, each in a folder of its own below `home`. */
export async function runHostileBuilds(home: string): Promise<readonly Outcome[]> {
  let callers = 0
  const servers = [createServer(() => callers++), createServer(() => callers++)] as const
  await new Promise<void>((resolve) => void servers[0].listen(0, '127.0.0.1', resolve))
  await new Promise<void>((resolve) => void servers[1].listen(`\0gamegrid-${process.pid}`, resolve))
  const address = servers[0].address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const other = join(home, 'other')
  mkdirSync(other)
  writeFileSync(join(other, 'secret'), 'secret')
  const fill = (text: string): string =>
    text.replaceAll('PORT', String(port)).replaceAll('OTHER', other).replaceAll('HOST', String(process.pid))
  try {
    const outcomes: Outcome[] = []
    for (const [index, hostile] of HOSTILE_BUILDS.entries())
      outcomes.push(await runOne(hostile, join(home, String(index)), fill))
    if (callers > 0) throw new Error(`somebody has called ${callers} times`)
    return outcomes
  } finally {
    for (const server of servers) server.close()
  }
}

async function runOne(
  { name, files, build, limits }: HostileBuild,
  place: string,
  fill: (text: string) => string,
): Promise<Outcome> {
  const folder = join(place, 'bot')
  mkdirSync(folder, { recursive: true })
  for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), fill(text))
  const built = await buildBot({ folder, build, ...(limits && { limits }) })
  const running = processesIn(folder).length
  const left = built.ok ? listFiles(folder) : []
  const beside = readdirSync(place).filter((entry) => entry !== 'bot')
  await removeFolder(folder)
  return {
    name,
    said: built.ok ? 'built' : built.problem.message,
    log: built.ok ? built.value.log : built.log,
    files: left,
    running,
    beside,
    isRemoved: readdirSync(place).length === 0,
  }
}

const listFiles = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .sort()
    .map((name) => {
      const { mode, uid } = lstatSync(join(folder, name))
      return `${name} ${(mode & 0o7777).toString(8)} ${uid === process.getuid?.() ? 'ours' : uid}`
    })

/** The processes that see this folder, or one below it, as their own `/bot`, in whatever group or session they are. */
export const processesIn = (folder: string): readonly string[] =>
  readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid)) return false
    try {
      const mounts = readFileSync(`/proc/${pid}/mountinfo`, 'utf8').split('\n')
      return mounts.some((line) => line.includes(folder) && line.includes(' /bot '))
    } catch {
      return false
    }
  })

if (import.meta.main) {
  const outcomes = await runHostileBuilds(process.argv[2] ?? '')
  process.stdout.write(JSON.stringify(outcomes))
}
