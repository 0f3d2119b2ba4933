import type { Wire } from '../../protocols/wire.ts'

export const wire: Wire = {
  id: 'polling',
  transport: 'polling',
  folder: import.meta.dirname,
  page: 'wire/boost-tron',
}
