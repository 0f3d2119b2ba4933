import { cpSync, globSync } from 'node:fs'

/** Puts what is shipped as it is beside the compiled code: starter bots, and a good match of each challenge. */
for (const kit of globSync('src/wires/*/kit')) cpSync(kit, kit.replace(/^src/, 'dist'), { recursive: true })
cpSync('src/challenges/good-matches', 'dist/challenges/good-matches', { recursive: true })
