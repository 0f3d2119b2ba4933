import { openServer } from '../../src/server/open-server.ts'

/** FOLDER PORT WEB: the arena of a class in a process of its own, which can be killed. Prints the path of the organiser's link. */
const [folder = '', port = '', webFolder = ''] = process.argv.slice(2)
const opened = await openServer({
  folder,
  host: '127.0.0.1',
  port: Number(port),
  webFolder,
  registration: 'organiser',
  limits: { perAddress: 1e9, perPlayer: 1e9, registrations: 1e9 },
  gateLimits: { burstMs: 600_000 },
  onFailure: (what, error) => console.error(`${what}: ${String(error)}`),
})
if (!opened.ok) throw new Error(opened.problem.message)
console.log(opened.value.invitation ?? '-')
