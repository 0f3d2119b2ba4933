import '../board/board.css'
import './report.css'
import { shapeOf } from '../board/board-geometry.ts'
import { scenePainter } from '../board/draw-scene.ts'
import { readPalette } from '../board/palette.ts'
import { loadAllGames } from '../story/games.ts'
import { readStory } from '../story/read-story.ts'
import type { Story } from '../story/story.ts'
import { marksAt } from '../watch/marks-at.ts'
import { frameAt, pictureAt } from '../watch/picture-at.ts'
import { remarkText } from '../watch/remark-words.ts'

/** How long a position is shown while a match is played back. */
const STEP_MS = 400

/**
 * The boards of a report: the page has the records of its matches, and the address `#match-KEY` shows one of them. All of it
 * is in the file, so it works without a network.
 */
export async function showRecords(place: HTMLElement, records: ReadonlyMap<string, string>): Promise<void> {
  await loadAllGames()
  const title = element('h3')
  const board = element('div', 'board')
  const canvas = element('canvas')
  const caption = element('p', 'caption')
  const words = element('div', 'words')
  const slider = element('input')
  slider.type = 'range'
  slider.min = '0'
  slider.setAttribute('aria-label', 'Position')
  canvas.setAttribute('role', 'img')
  board.append(canvas)
  const painter = scenePainter(canvas, readPalette(canvas))
  let story: Story | undefined
  let index = 0
  let timer: ReturnType<typeof setInterval> | undefined

  function paint(): void {
    if (story === undefined) return
    const ratio = window.devicePixelRatio
    const { width, height } = canvas.getBoundingClientRect()
    painter.resize(Math.round(width * ratio), Math.round(height * ratio), ratio)
    painter.setPalette(readPalette(canvas))
    const picture = pictureAt(story, index)
    const marks = marksAt(frameAt(story, index), picture.scene)
    painter.paint(marks[0].length + marks[1].length > 0 ? { ...picture, marks } : picture)
  }

  function go(to: number): void {
    if (story === undefined) return
    index = Math.min(Math.max(to, 0), story.frames.length - 1)
    slider.value = String(index)
    caption.textContent = captionOf(story, index)
    canvas.setAttribute('aria-label', caption.textContent)
    words.replaceChildren(...saidAt(story, index))
    paint()
  }

  function pause(): void {
    clearInterval(timer)
    timer = undefined
    play.textContent = 'Play'
  }

  const button = (label: string, onClick: () => void): HTMLButtonElement => {
    const made = element('button')
    made.type = 'button'
    made.textContent = label
    made.addEventListener('click', onClick)
    return made
  }
  const leaf = (step: number) => (): void => {
    pause()
    go(index + step)
  }
  const play = button('Play', () => {
    if (timer !== undefined) return pause()
    if (story !== undefined && index === story.frames.length - 1) go(0)
    play.textContent = 'Pause'
    timer = setInterval(() => {
      if (story === undefined || index >= story.frames.length - 1) pause()
      else go(index + 1)
    }, STEP_MS)
  })
  slider.addEventListener('input', () => {
    pause()
    go(Number(slider.value))
  })
  const controls = element('p', 'controls')
  controls.append(
    button('First', leaf(-Infinity)),
    button('Back', leaf(-1)),
    play,
    button('Next', leaf(1)),
    button('Last', leaf(Infinity)),
  )

  function open(): void {
    const key = decodeURIComponent(window.location.hash).replace(/^#match-/, '')
    const record = records.get(key)
    const read = record === undefined ? undefined : readStory(record)
    if (read === undefined) return
    pause()
    story = read
    title.textContent = `${read.names[0]} against ${read.names[1]} (${key})`
    slider.max = String(read.frames.length - 1)
    const { scene } = pictureAt(read, 0)
    board.style.setProperty('--shape', String(shapeOf(scene)))
    board.dataset['tile'] = scene.tile
    place.replaceChildren(title, board, slider, controls, caption, words)
    go(0)
    place.scrollIntoView({ block: 'nearest' })
  }

  window.addEventListener('hashchange', open)
  new ResizeObserver(paint).observe(board)
  open()
}

function captionOf({ frames, rounds }: Story, index: number): string {
  const frame = frames[index]
  if (frame === undefined) return ''
  const count = rounds[frame.round]?.count ?? 1
  const turn = `turn ${frame.ply} of ${count - 1}`
  return rounds.length > 1 ? `Round ${frame.round + 1} of ${rounds.length}, ${turn}` : `T${turn.slice(1)}`
}

/** What the players said with their moves of that turn, a line each. */
function saidAt({ frames, names, rounds }: Story, index: number): readonly HTMLElement[] {
  const frame = frames[index]
  return ([0, 1] as const).flatMap((seat) => {
    const said = frame?.said[seat]
    const remark = said?.ply === frame?.ply ? said?.remark : undefined
    const player = frame && rounds[frame.round]?.seats[seat]
    if (remark === undefined || player === undefined) return []
    const line = element('p')
    line.textContent = `${names[player]}: ${remarkText(remark)}`
    return [line]
  })
}

function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  className = '',
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name)
  if (className !== '') made.className = className
  return made
}
