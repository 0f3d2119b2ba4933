import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AppBridge } from '@modelcontextprotocol/ext-apps/app-bridge'
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client'
import { expect, test } from 'vitest'
import { packBoard } from '../../web/chat.ts'
import { overHttp } from '../mcp/mcp.fixture.ts'
import { openTestArena } from '../server/arena.fixture.ts'
import { openBrowser } from './shipped.ts'

/** A client: a page with a frame that has no origin and no network. It passes on the messages of the frame. */
const CLIENT = `<!doctype html><iframe sandbox="allow-scripts" style="width:420px;height:520px;border:0"></iframe><script>
  const frame = document.querySelector('iframe')
  addEventListener('message', ({ source, data }) => { if (source === frame.contentWindow) heard(data) })
  window.show = (html) => { frame.srcdoc = html }
  window.tell = (message) => frame.contentWindow.postMessage(message, '*')
</script>`

test('a client with MCP Apps shows the board of an answer, drawn by the page of the arena alone', async () => {
  const webFolder = await mkdtemp(join(tmpdir(), 'gamegrid-chat-'))
  await packBoard(join(webFolder, 'mcp/board.html'))
  await writeFile(join(webFolder, 'index.html'), '')
  await using stack = new AsyncDisposableStack()
  stack.defer(() => rm(webFolder, { recursive: true }))
  const arena = stack.use(await openTestArena({ webFolder }))
  const ann = await arena.register('Ann')
  const assistant = stack.use(await overHttp(arena.url, ann.key))

  const { tools } = await assistant.client.listTools()
  const uri = 'ui://gamegrid/board.html'
  expect(tools.find(({ name }) => name === 'play')).toMatchObject({ _meta: { ui: { resourceUri: uri } } })
  const [page] = (await assistant.client.readResource({ uri })).contents
  expect(page).toMatchObject({ mimeType: 'text/html;profile=mcp-app' })
  const html = page && 'text' in page ? page.text : ''
  expect(html).toContain("default-src 'none'")

  const browser = await openBrowser()
  stack.defer(() => browser.close())
  const tab = await browser.newPage({ colorScheme: 'dark' })
  const errors: string[] = []
  const asked: string[] = []
  tab.on('pageerror', (error) => void errors.push(error.message))
  tab.on('console', (line) => void (line.type() === 'error' && errors.push(line.text())))
  tab.on('request', (request) => void asked.push(request.url()))

  // The official half of a client checks every message of the page.
  const transport: Transport = {
    async start() {},
    async close() {},
    send: (message) => tab.evaluate(`tell(${JSON.stringify(message)})`),
  }
  await tab.exposeFunction('heard', (message: JSONRPCMessage) => transport.onmessage?.(message))
  const bridge = new AppBridge(
    null,
    { name: 'client', version: '1' },
    {},
    { hostContext: { theme: 'light' } },
  )
  const initialized = new Promise<void>((resolve) => bridge.addEventListener('initialized', () => resolve()))
  const sizes: unknown[] = []
  bridge.addEventListener('sizechange', (size) => void sizes.push(size))
  await bridge.connect(transport)
  await tab.setContent(CLIENT)
  await tab.evaluate(`show(${JSON.stringify(html)})`)
  await initialized

  const result = await assistant.client.callTool({
    name: 'new_game',
    arguments: { challenge: 'quoridor', opponent: 'house:walker' },
  })
  await bridge.sendToolResult(result)
  const frame = tab.frameLocator('iframe')
  await frame.getByText('Ann against house:walker: Ann to move').waitFor()
  await expect.poll(() => sizes.length, { timeout: 30_000 }).toBeGreaterThan(0)
  const colours: unknown = await tab
    .frames()
    .at(-1)
    ?.evaluate(
      `(() => {
        const canvas = document.querySelector('canvas')
        const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height)
        return new Set(Array.from({ length: data.length / 4 }, (_, at) => data.slice(at * 4, at * 4 + 3).join())).size
      })()`,
    )
  expect(colours).toBeGreaterThan(5)
  expect(await frame.locator('html').getAttribute('data-theme')).toBe('light')
  expect(errors).toEqual([])
  expect(asked.filter((url) => !url.startsWith('about:'))).toEqual([])
})
