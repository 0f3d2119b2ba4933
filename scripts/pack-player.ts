import { packPlayer } from '../web/player.ts'

// Packs the boards of reports into the named file: `gamegrid tournament` runs this in a checkout whose pages are not built.
const [file] = process.argv.slice(2)
if (file === undefined) throw new Error('Usage: node scripts/pack-player.ts FILE')
await packPlayer(file)
