import { startProcess } from '../src/runner/process/start-process.ts'
import { must } from '../src/base/result.ts'
for (const memoryMb of [256, 512, 1024]) {
  await using b = must(await startProcess({ argv: ['node', 'spins-in-workers.mjs'], cwd: '/work/main/test/hostile/node', sandbox: { memoryMb } }))
  const r = await b.read()
  await b.suspend()
  console.log(memoryMb, String(r), b.errors().slice(0, 500), await b.stop())
}
