// Written by scripts/indexes.ts (npm run indexes) from the folder list: do not edit.
import type { Wire } from '../protocols/wire.ts'
import { wire as jsonLines } from './json-lines/wire.ts'
import { wire as lightCycle } from './light-cycle/wire.ts'
import { wire as longestGroup } from './longest-group/wire.ts'
import { wire as polling } from './polling/wire.ts'
import { wire as sse } from './sse/wire.ts'
import { wire as torusTcp } from './torus-tcp/wire.ts'
import { wire as turns } from './turns/wire.ts'

export const WIRES: readonly Wire[] = [jsonLines, lightCycle, longestGroup, polling, sse, torusTcp, turns]

export const findWire = (id: string): Wire | undefined => WIRES.find((wire) => wire.id === id)
