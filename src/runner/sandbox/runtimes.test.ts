import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asAnyUser } from '../../../test/cli/run.ts'
import { mayBeShown } from './inspect-program.ts'
import { findRuntimes } from './runtimes.ts'

const home = mkdtempSync(join(tmpdir(), 'gamegrid-runtimes-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

function script(path: string, text: string): string {
  const file = join(home, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `#!/bin/sh\n${text}\n`, { mode: 0o755 })
  return dirname(file)
}

function binary(path: string): string {
  const file = join(home, path)
  mkdirSync(dirname(file), { recursive: true })
  copyFileSync('/bin/true', file)
  return dirname(file)
}

const found = async (name: string, ...path: readonly string[]) => {
  const { byName, parts, path: inside } = await findRuntimes(path.join(':'))
  const { file, parts: own } = byName.get(name) ?? {}
  return file === undefined
    ? undefined
    : { file, parts: own, isShown: own?.every((p) => parts.includes(p)), inside }
}

describe('what a machine offers', () => {
  test('a runtime of the system, with nothing to show', async () => {
    expect(await found('python3', '/usr/bin')).toEqual({
      file: '/usr/bin/python3',
      parts: [],
      isShown: true,
      inside: [],
    })
  })

  test('what a version manager’s shim stands for', async () => {
    const shims = script('manager/shims/python3', 'exec /usr/bin/python3 "$@"')
    expect(await found('python3', shims)).toMatchObject({ file: '/usr/bin/python3', parts: [] })
  })

  test('what may be executed but not read, and all else besides', () => {
    const folder = binary('closed/julia')
    chmodSync(join(folder, 'julia'), 0o111)
    const module = JSON.stringify(join(import.meta.dirname, 'runtimes.ts'))
    const look = `import { findRuntimes } from ${module}
    const { byName } = await findRuntimes(${JSON.stringify(`${folder}:/usr/bin`)})
    console.log(['julia', 'python3'].map((name) => byName.get(name)?.file).join(' '))`
    const [program = '', ...args] = [...asAnyUser, process.execPath, '--input-type=module', '--eval', look]
    expect(execFileSync(program, args, { encoding: 'utf8', stdio: 'pipe' })).toBe(
      `${join(folder, 'julia')} /usr/bin/python3\n`,
    )
  })

  test('what else that runtime has, if its own shims cannot tell', async () => {
    const jdk = join(home, 'jdk')
    script('jdk/bin/java', `echo "    java.home = ${jdk}" >&2`)
    binary('jdk/bin/javac')
    const shims = script('jenv/shims/java', `exec ${jdk}/bin/java "$@"`)
    script('jenv/shims/javac', 'exit 1')
    expect(await found('java', shims)).toEqual({
      file: join(jdk, 'bin/java'),
      parts: [jdk],
      isShown: true,
      inside: expect.arrayContaining([join(jdk, 'bin')]),
    })
    expect(await found('javac', shims)).toMatchObject({ file: join(jdk, 'bin/javac'), parts: [jdk] })
  })

  test('the next on PATH after one that does not answer', async () => {
    const broken = script('broken/python3', 'exit 1')
    expect(await found('python3', broken, '/usr/bin')).toMatchObject({ file: '/usr/bin/python3' })
  })

  test('a program of its own folder, which is shown; one that lies alone is shown alone', async () => {
    const lua = binary('lua/bin/lua')
    expect(await found('lua', lua)).toMatchObject({ file: join(lua, 'lua'), parts: [dirname(lua)] })
    const alone = binary('alone/luajit')
    expect(await found('luajit', alone)).toMatchObject({ parts: [join(alone, 'luajit')] })
  })

  describe.each(['symbolic', 'hard'] as const)('the toolchain behind rustup’s %s links', (kind) => {
    const user = join(home, `rust-${kind}`)
    const toolchain = join(user, '.rustup/toolchains/stable')
    const bin = join(user, '.cargo/bin')

    beforeAll(() => {
      // As rustup does: it is one program, and what it does depends on the name it is called by.
      script(
        `rust-${kind}/.cargo/bin/rustup`,
        `case "$(basename "$0") $1" in "rustup which") echo "${toolchain}/bin/$2" ;; *) echo "called as $0" >&2; exit 1 ;; esac`,
      )
      for (const name of ['cargo', 'rustc']) {
        if (kind === 'hard') linkSync(join(bin, 'rustup'), join(bin, name))
        else symlinkSync('rustup', join(bin, name))
        script(`rust-${kind}/.rustup/toolchains/stable/bin/${name}`, `echo "the real ${name}"`)
      }
      writeFileSync(join(user, '.cargo/credentials.toml'), 'a secret')
    })

    test.each(['cargo', 'rustc'])('%s', async (name) => {
      expect(await found(name, bin)).toEqual({
        file: join(toolchain, 'bin', name),
        parts: [toolchain],
        isShown: true,
        inside: expect.arrayContaining([join(toolchain, 'bin')]),
      })
    })

    test('builds in the sandbox, which does not show the folder of the links', () => {
      const folder = mkdtempSync(join(home, 'built-'))
      const code = `import { buildBot } from ${JSON.stringify(join(import.meta.dirname, '../../workshop/build-bot.ts'))}
        const build = ['cargo --version', 'rustc --version', 'sh -c "cargo; ls ${user}/.cargo 2>/dev/null || true"']
        console.log((await buildBot({ folder: ${JSON.stringify(folder)}, build })).value?.log)`
      const printed = execFileSync(process.execPath, ['--input-type=module', '-e', code], {
        encoding: 'utf8',
        env: { PATH: `${bin}:/usr/bin:/bin` },
      })
      expect(printed.split('\n').filter((line) => line !== '' && !line.startsWith('$ '))).toEqual([
        'the real cargo',
        'the real rustc',
        'the real cargo',
      ])
    })
  })

  test('no rustup without a toolchain, but the next program on PATH', async () => {
    const bin = script('bare/bin/rustup', 'exit 1')
    symlinkSync('rustup', join(bin, 'rustc'))
    const system = binary('toolchain/bin/rustc')
    script('toolchain/bin/rustc', `echo ${join(home, 'toolchain')}`)
    expect(await found('rustc', bin, system)).toMatchObject({ file: join(system, 'rustc') })
  })

  test('no program that stands for whatever it is called as', async () => {
    const cargo = binary('cargo/bin/rustup')
    symlinkSync('rustup', join(cargo, 'cargo'))
    expect(await found('cargo', cargo)).toBeUndefined()
  })

  test('nothing from a folder that depends on where we are, nor by a name that is not on the list', async () => {
    const lua = binary('relative/lua')
    binary('relative/terraform')
    expect(await found('lua', relative(process.cwd(), lua))).toBeUndefined()
    expect(await found('lua', lua)).toBeDefined()
    expect(await found('terraform', lua)).toBeUndefined()
  })

  test('the Node that we run on, if no other', async () => {
    expect((await found('node'))?.file).toMatch(/\/node$/)
  })
})

test.each(['/', '/home', '/home/ann', '/root', '/opt', '/tmp', '/var', '/var/lib', '/srv', homedir()])(
  '%s is never shown as a whole',
  (folder) => expect(mayBeShown(folder)).toBe(false),
)

test.each(['/opt/node', '/usr/local', '/home/ann/.pyenv/versions/3.12', '/var/lib/node/20'])(
  '%s may be shown as the folder of a runtime',
  (folder) => expect(mayBeShown(folder)).toBe(true),
)

test('a runtime around a hidden folder is shown without its folder', () => {
  const bin = binary('arena/bin/lua')
  const file = JSON.stringify(join(import.meta.dirname, 'resolve-command.ts'))
  const data = join(home, 'arena/data')
  const place = JSON.stringify({ cwd: tmpdir(), folder: tmpdir(), from: 'upload' })
  const shown = (code: string): readonly string[] =>
    JSON.parse(
      execFileSync(
        process.execPath,
        [
          '--input-type=module',
          '-e',
          `import { keepHidden, resolveCommand } from ${file}
          ${code}
          console.log(JSON.stringify((await resolveCommand(['lua'], ${place})).value.runtimes))`,
        ],
        { encoding: 'utf8', env: { PATH: bin } },
      ),
    ) as readonly string[]
  expect(shown('')).toContain(dirname(bin))
  const without = shown(`keepHidden(${JSON.stringify(data)})`)
  expect(without).not.toContain(dirname(bin))
  expect(without).toContain(join(bin, 'lua'))
})
