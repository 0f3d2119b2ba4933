import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openBrowser } from '../test/web/shipped.ts'
import { takePictures } from './pictures.ts'

test('pictures are taken of an arena that is played in: modest in size, and not blank', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gamegrid-pictures-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  await takePictures(folder, ['phone', 'play'])
  expect(readFileSync(join(folder, 'play.webp')).length).toBeLessThan(150_000)
  const image = readFileSync(join(folder, 'phone.webp'))
  expect(image.length).toBeLessThan(150_000)

  await using browser = await openBrowser()
  const page = await browser.newPage()
  const seen = await page.evaluate(`(async () => {
    const image = new Image()
    image.src = 'data:image/webp;base64,${image.toString('base64')}'
    await image.decode()
    const { width, height } = image
    const context = new OffscreenCanvas(width, height).getContext('2d')
    context.drawImage(image, 0, 0)
    const colours = new Uint32Array(context.getImageData(0, 0, width, height).data.buffer)
    return { width, colours: new Set(colours).size }
  })()`)
  expect(seen).toMatchObject({ width: 390 })
  expect((seen as { readonly colours: number }).colours).toBeGreaterThan(500)
})
