import type { App } from './context.ts'

/** Collects every route that is added from now on. The result gives the methods of an address. */
export function noteRoutes(app: App): (url: string) => readonly string[] {
  const routes: { readonly pattern: RegExp; readonly methods: readonly string[] }[] = []
  app.addHook('onRoute', ({ url, method }) => {
    if (!url.includes('*')) routes.push({ pattern: patternOf(url), methods: [method].flat() })
  })
  return (url) => {
    const [path = ''] = url.split('?')
    return [
      ...new Set(routes.flatMap(({ pattern, methods }) => (pattern.test(path) ? methods : []))),
    ].toSorted()
  }
}

const patternOf = (url: string): RegExp =>
  new RegExp(`^${url.replaceAll('.', '\\.').replaceAll(/:\w+/g, '[^/]+')}$`)
