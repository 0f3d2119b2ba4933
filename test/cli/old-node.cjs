// Loaded first, it makes the launcher believe that it runs on an old Node.
Object.defineProperty(process.versions, 'node', { value: '20.0.0' })
