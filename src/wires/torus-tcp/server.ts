import { torusTron } from '../../challenges/torus-tron.ts'
import type { WireServer } from '../../protocols/wire-server.ts'
import { openTcpLobby } from './lobby.ts'
import { DEFAULT_TCP_PORT } from './reception.ts'

export const server: WireServer = {
  wire: 'torus',
  listener: {
    name: 'tcp',
    challenge: torusTron.id,
    port: DEFAULT_TCP_PORT,
    open: ({ maxPerAddress, ...options }) =>
      openTcpLobby({ ...options, ...(maxPerAddress !== undefined && { limits: { maxPerAddress } }) }),
  },
}
