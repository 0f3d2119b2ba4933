// Written by scripts/indexes.ts (npm run indexes) from the folder list: do not edit.
import { server as torusTcp } from './torus-tcp/server.ts'

/** The wires that wait for players to come; each element keeps the type of what its wire needs of the host. */
export const SERVERS = [torusTcp] as const
