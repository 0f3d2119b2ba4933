import type { Wire } from '../../protocols/wire.ts'

export const wire: Wire = { id: 'sse', transport: 'sse', folder: import.meta.dirname }
