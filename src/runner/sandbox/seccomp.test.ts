import { describe, expect, test } from 'vitest'
import { seccompProgram } from './seccomp.ts'
import { allowed, ARCHITECTURES, inspected, refused, type Architecture } from './syscalls.ts'

const AUDIT = { x64: 0xc000003e, arm64: 0xc00000b7, x86: 0x40000003, arm: 0x40000028 } as const
const ANSWERS: Readonly<Record<number, string>> = {
  0x7fff0000: 'allow',
  0x00050001: 'EPERM',
  0x0005000c: 'ENOMEM',
  0x00050026: 'ENOSYS',
  0x0005005f: 'EOPNOTSUPP',
  0x00050061: 'EAFNOSUPPORT',
}

/** Runs a program as the kernel would, for one call. */
function interpret(program: Buffer, audit: number, number: number, args: readonly number[] = []): string {
  const data = Buffer.alloc(64)
  data.writeUInt32LE(number >>> 0, 0)
  data.writeUInt32LE(audit, 4)
  for (const [i, arg] of args.entries()) data.writeBigUInt64LE(BigInt.asUintN(64, BigInt(arg)), 16 + i * 8)
  let accumulator = 0
  for (let at = 0; at * 8 < program.length; at++) {
    const code = program.readUInt16LE(at * 8)
    const [jt, jf] = [program.readUInt8(at * 8 + 2), program.readUInt8(at * 8 + 3)]
    const k = program.readUInt32LE(at * 8 + 4)
    switch (code) {
      case 0x20:
        accumulator = data.readUInt32LE(k)
        break
      case 0x05:
        at += k
        break
      case 0x15:
        at += accumulator === k ? jt : jf
        break
      case 0x35:
        at += accumulator >= k ? jt : jf
        break
      case 0x45:
        at += (accumulator & k) !== 0 ? jt : jf
        break
      case 0x06:
        return ANSWERS[k] ?? `unknown answer ${k}`
      default:
        throw new Error(`unknown instruction ${code} at ${at}`)
    }
  }
  throw new Error('the program ran past its end')
}

const CALLS = new Map([...allowed(), ...refused(), ...inspected()].map((call) => [call.name, call]))

const numberOf = (name: string, architecture: Architecture): number | undefined =>
  CALLS.get(name)?.numbers[architecture]

describe.each(ARCHITECTURES)('the filter for %s', (architecture) => {
  const program = seccompProgram(architecture)
  const call = (name: string, ...args: readonly number[]): string =>
    interpret(program, AUDIT[architecture], numberOf(name, architecture) ?? Number.NaN, args)

  test('every listed call gets the answer of its list', () => {
    for (const { numbers } of allowed()) {
      const number = numbers[architecture]
      if (number !== undefined) expect(interpret(program, AUDIT[architecture], number)).toBe('allow')
    }
    for (const { numbers } of refused()) {
      const number = numbers[architecture]
      if (number !== undefined) expect(interpret(program, AUDIT[architecture], number)).toBe('EPERM')
    }
  })

  test('no number stands in two lists, and no name is without a number', () => {
    const all = [...allowed(), ...refused(), ...inspected()]
    const numbers = all.flatMap((entry) => entry.numbers[architecture] ?? [])
    expect(new Set(numbers).size).toBe(numbers.length)
    expect(all.filter((entry) => Object.keys(entry.numbers).length === 0)).toEqual([])
    expect(new Set(all.map((entry) => entry.name)).size).toBe(all.length)
  })

  test('all other numbers do not exist', () => {
    const listed = new Set(
      [...allowed(), ...refused(), ...inspected()].map((entry) => entry.numbers[architecture]),
    )
    for (let number = 0; number < 1200; number++)
      if (!listed.has(number)) expect(interpret(program, AUDIT[architecture], number)).toBe('ENOSYS')
    for (const number of [0x3fffffff, 0x40000000, 0x40000000 + 57, 0x7fffffff, 0xffffffff])
      expect(interpret(program, AUDIT[architecture], number)).toBe('ENOSYS')
  })

  test('no call of another architecture exists, whatever its number', () => {
    for (const audit of Object.values(AUDIT).filter((value) => value !== AUDIT[architecture]))
      for (let number = 0; number < 500; number++) expect(interpret(program, audit, number)).toBe('ENOSYS')
  })

  test.each<[string, readonly number[], string]>([
    // What pthread_create asks for, and what fork, vfork and posix_spawn ask for.
    ['clone', [0x3d0f00], 'allow'],
    ['clone', [0x01200011], 'EPERM'],
    ['clone', [0x4111], 'EPERM'],
    ['clone', [0x10000000], 'EPERM'],
    // A thread for which its maker waits as after vfork.
    ['clone', [0x3d4f00], 'EPERM'],
    ['socket', [1, 1], 'EAFNOSUPPORT'],
    ['socket', [2, 1], 'EAFNOSUPPORT'],
    ['socket', [10, 1], 'EAFNOSUPPORT'],
    ['socket', [16, 3], 'EAFNOSUPPORT'],
    ['socket', [40, 1], 'EAFNOSUPPORT'],
    ['socketpair', [1, 1], 'allow'],
    ['socketpair', [2, 1], 'EAFNOSUPPORT'],
    // SO_TYPE, SO_PEERCRED, SO_PEERPIDFD.
    ['getsockopt', [0, 1, 3], 'allow'],
    ['getsockopt', [0, 1, 17], 'EPERM'],
    ['getsockopt', [0, 1, 77], 'EPERM'],
    ['setsockopt', [0, 1, 7], 'EPERM'],
    ['fcntl', [0, 3], 'allow'],
    ['fcntl', [0, 10], 'EPERM'],
    // Locks of both kinds, leases, directories that notify, larger pipes, hints in the inode.
    ...[5, 6, 7, 36, 37, 38, 1024, 1026, 1031, 1036, 1038].map(
      (command): [string, readonly number[], string] => ['fcntl', [0, command], 'EPERM'],
    ),
    // F_GETLEASE, F_DUPFD_CLOEXEC, F_GETPIPE_SZ.
    ...[1025, 1030, 1032].map((command): [string, readonly number[], string] => [
      'fcntl',
      [0, command],
      'allow',
    ]),
    ['fcntl', [0, 0x7_0000_000a], 'EPERM'],
    ['ioctl', [0, 0x5421], 'allow'],
    ['ioctl', [0, 0x5412], 'EPERM'],
    ['ioctl', [0, 0x540e], 'EPERM'],
    ['ioctl', [0, 0xf_0000_5412], 'EPERM'],
    ['ioctl', [0, 0x88ff], 'allow'],
    ['ioctl', [0, 0x8900], 'EPERM'],
    ['ioctl', [0, 0x8912], 'EPERM'],
    ['ioctl', [0, 0x89ff], 'EPERM'],
    ['ioctl', [0, 0x8a00], 'allow'],
    // Private: wait, wake, requeue, wait by the clock of the day.
    ...[0x80, 0x81, 0x84, 0x189].map((op): [string, readonly number[], string] => [
      'futex',
      [0, op],
      'allow',
    ]),
    // Shared: waiting, which pthread_join does, and all that reaches those who wait.
    ...[0, 9, 0x100, 0x109].map((op): [string, readonly number[], string] => ['futex', [0, op], 'allow']),
    ...[1, 3, 4, 5, 6, 7, 8, 10, 11, 12, 13].map((op): [string, readonly number[], string] => [
      'futex',
      [0, op],
      'EPERM',
    ]),
    ['fadvise64', [0, 0, 0, 2], 'allow'],
    ['fadvise64', [0, 0, 0, 4], 'EPERM'],
    ['mmap', [0, 0, 3, 0x21], 'allow'],
    ['flock', [0, 2], 'EPERM'],
    ['inotify_init1', [0], 'EPERM'],
    ['sendmsg', [0], 'EPERM'],
    ['bind', [0], 'EPERM'],
    ['prctl', [38], 'allow'],
    ['prctl', [22], 'EPERM'],
    ['personality', [0xffffffff], 'allow'],
    ['personality', [0x40000], 'EPERM'],
  ])('%s(%j) → %s', (name, args, answer) => expect(call(name, ...args)).toBe(answer))

  test('the jumps are short enough and the program is not too long for the kernel', () => {
    expect(program.length % 8).toBe(0)
    expect(program.length / 8).toBeLessThan(4096)
  })
})

test.each(ARCHITECTURES)(
  'where memory is not counted, the filter for %s refuses memory without an owner',
  (architecture) => {
    const program = seccompProgram(architecture, 'play', false)
    const map = (flags: number): string =>
      interpret(program, AUDIT[architecture], numberOf('mmap', architecture) ?? Number.NaN, [
        0,
        4096,
        3,
        flags,
      ])
    // Shared and without a file, also with MAP_NORESERVE, MAP_POPULATE or MAP_SHARED_VALIDATE.
    expect([0x21, 0x4021, 0x8021, 0x23].map(map)).toEqual(['ENOMEM', 'ENOMEM', 'ENOMEM', 'ENOMEM'])
    // Private, of either kind, and a shared file.
    expect([0x22, 0x02, 0x20022, 0x01].map(map)).toEqual(['allow', 'allow', 'allow', 'allow'])
  },
)

describe.each(ARCHITECTURES)('the filter of a build for %s', (architecture) => {
  const programs = { play: seccompProgram(architecture), build: seccompProgram(architecture, 'build') }
  const call = (purpose: 'play' | 'build', name: string, ...args: readonly number[]): string =>
    interpret(programs[purpose], AUDIT[architecture], numberOf(name, architecture) ?? Number.NaN, args)

  test.each<[string, readonly number[], string]>([
    ['clone', [0x3d0f00], 'allow'],
    ['clone', [0x01200011], 'allow'],
    ['clone', [0x4111], 'allow'],
    // A namespace of one's own: mounts, groups, names, messages, users, processes, network.
    ['clone', [0x00020011], 'EPERM'],
    ['clone', [0x02000011], 'EPERM'],
    ['clone', [0x04000011], 'EPERM'],
    ['clone', [0x08000011], 'EPERM'],
    ['clone', [0x10000011], 'EPERM'],
    ['clone', [0x20000011], 'EPERM'],
    ['clone', [0x40000011], 'EPERM'],
    ['unshare', [0x10000000], 'EPERM'],
    ['socket', [1, 1], 'allow'],
    ['socket', [2, 1], 'EAFNOSUPPORT'],
    ['setsockopt', [0, 1, 2], 'allow'],
    ['setsockopt', [0, 1, 7], 'EPERM'],
    ['setsockopt', [0, 1, 33], 'EPERM'],
    ['fcntl', [0, 6], 'allow'],
    ['fcntl', [0, 1026], 'EPERM'],
    ['futex', [0, 1], 'allow'],
    ['ptrace', [], 'EPERM'],
    ['fallocate', [], 'EOPNOTSUPP'],
  ])('%s(%j) → %s', (name, args, answer) => expect(call('build', name, ...args)).toBe(answer))

  test('differs from that of a bot in processes, in how they talk, in files of its own, and in nothing else', () => {
    const all = [...allowed(), ...refused(), ...inspected()]
    const names = all.filter(({ name, numbers }) => {
      const samples = [0, 1, 2, 6, 10, 0x11, 0x4111, 0x01200011, 0x10000011, 0x5412].map((value) => [
        value,
        value,
        value,
      ])
      return (
        numbers[architecture] !== undefined &&
        samples.some((args) => call('play', name, ...args) !== call('build', name, ...args))
      )
    })
    const processes = architecture === 'x64' ? ['fork', 'vfork', 'clone'] : ['clone']
    const talk = ['accept', 'accept4', 'bind', 'connect', 'listen', 'sendmsg', 'sendmmsg']
    const locks = ['flock', 'fcntl', 'futex']
    const times = architecture === 'x64' ? ['utime', 'utimes', 'futimesat', 'utimensat'] : ['utimensat']
    const expected = [...processes, ...talk, ...locks, ...times, 'socket', 'setsockopt', 'fallocate']
    expect(names.map(({ name }) => name).toSorted()).toEqual(expected.toSorted())
  })
})

test('numbers that everybody knows', () => {
  expect(['read', 'execve', 'ptrace', 'clone'].map((name) => numberOf(name, 'x64'))).toEqual([0, 59, 101, 56])
  expect(['read', 'execve', 'ptrace', 'clone'].map((name) => numberOf(name, 'arm64'))).toEqual([
    63, 221, 117, 220,
  ])
  expect(numberOf('fork', 'arm64')).toBeUndefined()
})
