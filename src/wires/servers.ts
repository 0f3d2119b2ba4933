// Written by scripts/indexes.ts (npm run indexes) from the folder list: do not edit.
import { server as polling } from './polling/server.ts'
import { server as sse } from './sse/server.ts'
import { server as torusTcp } from './torus-tcp/server.ts'
import { server as turns } from './turns/server.ts'

/** The wires that wait for players to come; each element keeps the type of what its wire needs of the host. */
export const SERVERS = [polling, sse, torusTcp, turns] as const
