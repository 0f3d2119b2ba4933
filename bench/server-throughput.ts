import type { Hosted, HostedGame, Team, Usage } from './server-host.fixture.ts'
import { chooseTurn, openConnection, type DriverView, type HttpConnection } from './server-http.fixture.ts'
import { playPart, startPart } from './server-part.fixture.ts'
import { median, perSecond, printTable } from './table.ts'

/**
 * How many `GET /player/…` and durable `POST /move/…` the arena answers, compared with bare routes of its framework and bare
 * inserts into its database: alternately, on the same core, over the same number of connections. `npx node bench/server-throughput.ts`
 */
const [role = 'all'] = process.argv.slice(2)
const MATCHES = 64
const SLICE_MS = 1000
const SLICES = 9
/** Warm-up slices, which do not count. */
const WARM_UP = 3

interface Slice {
  /** Requests in a second. */
  readonly rate: number
  readonly cpuUs: number
}

type Load = 'get' | 'move' | 'bare-get' | 'bare-move'

async function compare(): Promise<void> {
  await using host = await startPart(0, 'server-host.fixture.ts', 'unlimited')
  await using bare = await startPart(0, 'server-bare.fixture.ts')
  await using clients = await startPart(1, 'server-throughput.ts', 'clients')
  const hosted = await host.tell<Hosted>('create', MATCHES)
  const document = await clients.tell('arrive', hosted)
  const { port } = await bare.tell<{ readonly port: number }>('open', document)

  async function slice(load: Load): Promise<Slice> {
    const part = load.startsWith('bare') ? bare : host
    await part.tell('begin')
    const rate = await clients.tell<number>(load, { port })
    if (rate === 0) throw new Error(`No request of ${load} was answered as it should be`)
    const { cpuSeconds } = await part.tell<Pick<Usage, 'cpuSeconds'>>('end')
    return { rate, cpuUs: (cpuSeconds * 1e6) / ((rate * SLICE_MS) / 1000) }
  }

  const slices: Record<Load, Slice[]> = { get: [], 'bare-get': [], move: [], 'bare-move': [] }
  const inserts: number[] = []
  for (let index = -WARM_UP; index < SLICES; index++) {
    for (const load of ['get', 'bare-get', 'move', 'bare-move'] as const) {
      const measured = await slice(load)
      if (index >= 0) slices[load].push(measured)
    }
    const rate = await bare.tell<number>('insert', SLICE_MS)
    if (index >= 0) inserts.push(rate)
  }

  const ratio = (load: Load, to: readonly number[]): number =>
    median(slices[load].map(({ rate }, index) => rate / (to[index] ?? NaN)))
  const cost = (load: Load): number => median(slices[load].map(({ cpuUs }) => cpuUs))
  const show = (what: string, load: Load) => ({
    what,
    value: `${perSecond(median(slices[load].map(({ rate }) => rate)), '')}, ${cost(load).toFixed(0)} µs`,
  })
  const rates = (load: Load): number[] => slices[load].map(({ rate }) => rate)
  printTable(`Requests over ${MATCHES} connections, in a second and in processor time each`, [
    { ...show('GET /player', 'get'), ratio: ratio('get', rates('bare-get')), goal: '>= 0.6' },
    show('bare GET route', 'bare-get'),
    { ...show('POST /move', 'move'), ratio: ratio('move', inserts), goal: '>= 0.5' },
    { what: 'bare insert', value: perSecond(median(inserts), '') },
    { ...show('bare POST route that inserts', 'bare-move') },
    {
      what: 'POST /move against that route',
      value: `${(cost('move') / cost('bare-move')).toFixed(2)} × its CPU`,
      ratio: ratio('move', rates('bare-move')),
    },
  ])
}

/** Every match has one connection, which polls and moves for both of its players in turn. */
function clients(): void {
  let tables: Table[] = []
  let bare: HttpConnection[] = []
  const connectBare = (port: number): HttpConnection[] =>
    (bare = bare.length > 0 ? bare : tables.map(() => openConnection(port)))

  playPart({
    async arrive({ port, games }: Hosted) {
      tables = games.map((game) => ({ game, connection: openConnection(port), mover: 0 }))
      const seen = await Promise.all(
        tables.flatMap(({ game }) => game.players.map(async (player) => lookOnce(port, game, player))),
      )
      return seen[0]
    },
    get: () =>
      run(tables, ({ game, connection }, again) =>
        connection.ask('GET', playerPath(game, 0), ({ status }) => again(status === 200)),
      ),
    'bare-get': ({ port }: { readonly port: number }) =>
      run(connectBare(port), (connection, again) =>
        connection.ask('GET', '/player/1001/1/data.json', ({ status }) => again(status === 200)),
      ),
    move: () => run(tables, move),
    'bare-move': ({ port }: { readonly port: number }) =>
      run(connectBare(port), (connection, again) =>
        connection.ask('POST', '/move/1/1001/None/False/forward.json', ({ status }) => again(status === 200)),
      ),
  })
}

interface Table {
  readonly game: HostedGame
  readonly connection: HttpConnection
  mover: 0 | 1
  /** From their last moves; undefined before the first move of a round. */
  views?: [DriverView, DriverView]
  round?: number
}

/** Moves for the player to move. After a round it reads the new position, which does not count. */
function move(table: Table, again: (counts: boolean) => void): void {
  const { game, connection, views, mover } = table
  if (!views) return look(table, again)
  const { id, key } = game.players[mover]
  const path = `/move/${game.id}/${id}/${chooseTurn(views[mover])}/False/forward.json?key=${key}`
  connection.ask('POST', path, ({ status, body }) => {
    const isOver = status !== 200 || !body.includes(`"round":${table.round},`) || /_dead|collision/.test(body)
    if (isOver) delete table.views
    else {
      const [, x, y] = /"requester_position":\[(\d+),(\d+)\]/.exec(body) ?? []
      const orientation = /"orientation":"(\w+)"/.exec(body)?.[1] ?? ''
      views[mover] = { ...views[mover], player_position: [Number(x), Number(y)], orientation }
      table.mover = mover === 0 ? 1 : 0
    }
    again(status === 200)
  })
}

function look(table: Table, again: (counts: boolean) => void): void {
  const { game, connection } = table
  connection.ask('GET', playerPath(game, 0), (first) =>
    connection.ask('GET', playerPath(game, 1), (second) => {
      const views = [first.body, second.body].map(
        (body) => JSON.parse(body) as DriverView & { readonly round: number },
      )
      const [one, other] = views
      const mover = views.findIndex((view) => view.time_for_move !== null)
      if (one && other && mover !== -1) {
        table.views = [one, other]
        table.mover = mover === 0 ? 0 : 1
        table.round = one.round
      }
      again(false)
    }),
  )
}

const playerPath = ({ id, players }: HostedGame, index: 0 | 1): string =>
  `/player/${players[index].id}/${id}/data.json`

/** With its key, so that the player counts as present: a match starts when both are. */
function lookOnce(port: number, { id }: HostedGame, player: Team): Promise<unknown> {
  const connection = openConnection(port)
  return new Promise((resolve) =>
    connection.ask('GET', `/player/${player.id}/${id}/data.json?wait=5&key=${player.key}`, ({ body }) => {
      connection.close()
      resolve(JSON.parse(body))
    }),
  )
}

/** Keeps every connection busy for a slice of time; returns how many requests counted in a second. */
async function run<Each>(
  all: readonly Each[],
  ask: (one: Each, again: (counts: boolean) => void) => void,
): Promise<number> {
  const began = performance.now()
  let count = 0
  // The client never sleeps: to wake it would cost the server as much as an answer, and would favour a slower server.
  const spin = (): void => void (performance.now() - began < SLICE_MS && setImmediate(spin))
  spin()
  await Promise.all(
    all.map(
      (one) =>
        new Promise<void>((resolve) => {
          const next = (): void => (performance.now() - began < SLICE_MS ? ask(one, hear) : resolve())
          const hear = (counts: boolean): void => {
            if (counts) count++
            next()
          }
          next()
        }),
    ),
  )
  return (count * 1000) / (performance.now() - began)
}

if (role === 'clients') clients()
else await compare()
