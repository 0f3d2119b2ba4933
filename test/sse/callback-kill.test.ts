import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { quietPort } from '../../src/protocols/quiet-port.fixture.ts'
import { until } from '../server/arena.fixture.ts'
import { serve, type ServeProcess } from '../server/serve-process.fixture.ts'
import { askFor } from './coordinator.fixture.ts'

/** Only Linux shows that a process is stopped. */
test.runIf(process.platform === 'linux')(
  'killed between the answer of a coordinator and its log entry, the arena calls again with the same key',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'gamegrid-callback-'))
    const port = await quietPort()
    const keys: (string | undefined)[] = []
    let server: ServeProcess = serve({ port, folder })
    const coordinator = createServer((request, response) => {
      request.resume().on('end', () => {
        keys.push(String(request.headers['idempotency-key']))
        // The arena is killed before it can read the first response.
        if (keys.length === 1) process.kill(server.pid, 'SIGSTOP')
        void until(() => (keys.length > 1 || isStopped(server.pid) ? true : undefined)).then(() =>
          response.end(),
        )
      })
    })
    const answered = new Promise<void>((resolve) =>
      coordinator.on('request', (_, response) => response.on('finish', resolve)),
    )
    await new Promise<void>((resolve) => void coordinator.listen(0, '127.0.0.1', resolve))
    try {
      await server.ready
      const { body } = await askFor(`http://127.0.0.1:${port}`, 'tic-tac-toe', {
        runId: 'r',
        teamUrl: 'http://127.0.0.1:1',
        callbackUrl: `http://127.0.0.1:${(coordinator.address() as AddressInfo).port}/`,
        caseType: 'BASE_AI_O',
      })
      await answered
      await server.kill()
      server = serve({ port, folder })
      await until(() => keys[1])
      expect(keys).toEqual([...(body['battleIds'] as string[]), ...(body['battleIds'] as string[])])
    } finally {
      await server.kill()
      coordinator.closeAllConnections()
      coordinator.close()
      rmSync(folder, { recursive: true, force: true })
    }
  },
)

const isStopped = (pid: number): boolean => /^State:\s+T/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
