import { hash } from 'node:crypto'
import fastify from 'fastify'
import type { App } from './context.ts'
import { loadOnce } from './load-once.ts'

interface ReaderFiles {
  readonly page: string
  readonly policy: string
  readonly script: string
}

/** The page that shows the description of the API to people. It is a program of another project. */
export function apiReader(app: App, load: () => Promise<ReaderFiles> = loadFiles): void {
  const files = loadOnce(load)
  const schema = { operation: 'hidden', access: 'public' } as const
  app.get('/docs', { schema }, (_request, reply) => reply.redirect('/docs/', 301))
  app.get('/docs/', { schema }, async (_request, reply) => {
    const { page, policy } = await files()
    return reply.type('text/html; charset=utf-8').header('content-security-policy', policy).send(page)
  })
  app.get('/docs/js/scalar.js', { schema }, async (_request, reply) =>
    reply.type('application/javascript; charset=utf-8').send((await files()).script),
  )
}

/** Loads the program when a person opens the page for the first time: it is 4 MB that most servers never send. */
async function loadFiles(): Promise<ReaderFiles> {
  const { default: scalar } = await import('@scalar/fastify-api-reference')
  await using reader = fastify()
  await reader.register(scalar, {
    routePrefix: '/docs',
    // Off: all that would send requests to the servers of its makers.
    configuration: {
      url: '/openapi.json',
      withDefaultFonts: false,
      telemetry: false,
      showDeveloperTools: 'never',
      agent: { disabled: true },
      mcp: { disabled: true },
    },
  })
  const page = (await reader.inject('/docs/')).body.replace('<body>', `<body>${WAY_BACK}`)
  const script = (await reader.inject('/docs/js/scalar.js')).body
  return { page, policy: policyFor(page), script }
}

/**
 * The page is a program of another project and has no link to the arena. It leaves room for a bar of this height, which
 * has one.
 */
const WAY_BACK = `
<style>
:root { --scalar-custom-header-height: 2.5rem }
.way-back { position: sticky; top: 0; z-index: 1000; box-sizing: border-box; height: 2.5rem; padding: 0 1rem;
  display: flex; align-items: center; font: 600 1rem system-ui, sans-serif; background: #1b1b1b }
.way-back a { color: #fff }
</style>
<nav class="way-back" aria-label="Arena"><a href="/">← Back to the arena</a></nav>`

/** The page may run its own inline scripts, by their hashes, and inline styles; everything else comes from this server. */
function policyFor(page: string): string {
  const scripts = [...page.matchAll(/<script type="text\/javascript">(.*?)<\/script>/gs)]
  const hashes = scripts.map(([, script = '']) => `'sha256-${hash('sha256', script, 'base64')}'`)
  return [
    "default-src 'self'",
    `script-src ${["'self'", ...hashes].join(' ')}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}
