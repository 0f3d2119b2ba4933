import type { Wire } from '../../protocols/wire.ts'

export const wire: Wire = { id: 'torus', transport: 'tcp', folder: import.meta.dirname }
