import type { Wire } from '../../protocols/wire.ts'

export const wire: Wire = {
  id: 'torus',
  transport: 'tcp',
  folder: import.meta.dirname,
  tellsPosition: true,
  page: 'wire/torus-tron',
  // The server seats a house brain opposite a player that waits.
  firstSteps: (run) => ['npx gamegrid serve --fill-after 1', run],
}
