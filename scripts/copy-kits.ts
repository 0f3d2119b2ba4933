import { cpSync, globSync } from 'node:fs'

/** Puts the starter bots beside the compiled wires: they are shipped as they are. */
for (const kit of globSync('src/wires/*/kit')) cpSync(kit, kit.replace(/^src/, 'dist'), { recursive: true })
