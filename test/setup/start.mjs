// Vitest loads this file again, under a new name, before each test file. Node keeps the stripped types of a file by its name: here are
// none to strip, and what this file imports is loaded once in each worker.
await import('./quick-imports.ts')
await import('./no-dialling.ts')
await import('./compare-bytes.ts')
await import('./built-threads.ts')
