import '../board/board.css'
import './chat.css'
import { isObject, type JsonObject } from '../../../src/base/json.ts'
import type { Scene } from '../../../src/game/scene.ts'
import { shapeOf } from '../board/board-geometry.ts'
import { scenePainter } from '../board/draw-scene.ts'
import { readPalette } from '../board/palette.ts'
import { openHost } from './host.ts'

/** The board in the chat of an assistant: the client shows the page in a frame, and sends it each answer of a tool. */
export function showBoard(body: HTMLElement): void {
  const board = document.createElement('div')
  const canvas = document.createElement('canvas')
  const caption = document.createElement('p')
  board.className = 'board'
  canvas.setAttribute('role', 'img')
  board.append(canvas)
  body.append(board, caption)

  const painter = scenePainter(canvas, readPalette(canvas))
  let shown: Scene | undefined

  function paint(): void {
    const ratio = window.devicePixelRatio
    const { width, height } = canvas.getBoundingClientRect()
    painter.resize(Math.round(width * ratio), Math.round(height * ratio), ratio)
    painter.setPalette(readPalette(canvas))
    if (shown) painter.paint({ scene: shown })
  }

  const host = openHost({
    onTheme(theme) {
      document.documentElement.dataset['theme'] = theme
      paint()
    },
    onResult({ structuredContent: data, _meta: meta }) {
      const begun = isObject(data) ? data['begun'] : undefined
      const scene = (isObject(meta) && meta['gamegrid/board']) || (isObject(begun) && begun['board'])
      if (!isObject(data) || !isScene(scene)) return
      shown = scene
      board.style.setProperty('--shape', String(shapeOf(scene)))
      board.dataset['tile'] = scene.tile
      caption.textContent = captionOf(data)
      canvas.setAttribute('aria-label', caption.textContent)
      paint()
    },
  })

  new ResizeObserver(() => {
    paint()
    host.resized(document.documentElement.scrollWidth, body.offsetHeight)
  }).observe(body)
}

/** The server of the tools made it: enough to see that it is there. */
const isScene = (value: unknown): value is Scene =>
  isObject(value) && Array.isArray(value['tiles']) && Array.isArray(value['pieces'])

function captionOf({ you, opponent, yourTurn, result }: JsonObject): string {
  const names = `${String(you)} against ${String(opponent)}`
  if (isObject(result)) return `${names}: ${String(result['why'])}`
  return `${names}: ${yourTurn === true ? `${String(you)} to move` : 'waiting'}`
}
