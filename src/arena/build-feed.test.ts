import { describe, expect, test } from 'vitest'
import { openBuildFeed } from './build-feed.ts'

const textsOf = (feed: ReturnType<typeof openBuildFeed>, from = 0): readonly string[] =>
  feed.read(from).events.map((event) => (event.kind === 'line' ? event.text : `[${event.step}]`))

describe('the feed of a build', () => {
  test('cuts output into lines, also where a character or a line comes in two parts', () => {
    const feed = openBuildFeed()
    feed.step({ step: 'building' })
    feed.write('$ make\n', 'arena')
    const bytes = Buffer.from('größer\r\nno end')
    feed.write(bytes.subarray(0, 3), 'program')
    expect(textsOf(feed)).toEqual(['[building]', '$ make'])
    feed.write(bytes.subarray(3), 'program')
    expect(textsOf(feed)).toEqual(['[building]', '$ make', 'größer'])
    feed.step({ step: 'trying' })
    expect(textsOf(feed)).toEqual(['[building]', '$ make', 'größer', 'no end', '[trying]'])
    feed.write('last', 'program')
    feed.end()
    expect(textsOf(feed).at(-1)).toBe('last')
    expect(feed.isOver).toBe(true)
  })

  test('is read on from where the last reading ended', () => {
    const feed = openBuildFeed()
    feed.write('one\n', 'program')
    const { next } = feed.read(0)
    feed.write('two\n', 'program')
    expect(textsOf(feed, next)).toEqual(['two'])
  })

  test('forgets the oldest lines, counts them, and tells the step again', () => {
    const feed = openBuildFeed()
    feed.step({ step: 'building' })
    for (let line = 0; line < 10_000; line++) feed.write(`line ${line}\n`, 'program')
    const { events, missed, next } = feed.read(0)
    expect(next).toBe(10_001)
    expect(missed).toBeGreaterThan(1000)
    expect(events[0]).toEqual({ kind: 'step', step: 'building' })
    expect(events.at(-1)).toEqual({ kind: 'line', text: 'line 9999', from: 'program' })
    expect(events.length - 1 + missed).toBe(next)
    expect(JSON.stringify(events).length).toBeLessThan(1 << 18)
  })

  test('keeps the beginning of a line that does not end', () => {
    const feed = openBuildFeed()
    for (let part = 0; part < 100; part++) feed.write('x'.repeat(1000), 'program')
    feed.end()
    expect(textsOf(feed)).toEqual([`${'x'.repeat(2000)}…`])
  })

  test('tells its followers until they leave', () => {
    const feed = openBuildFeed()
    let told = 0
    const leave = feed.onChange(() => void told++)
    feed.write('a\n', 'program')
    feed.end()
    leave()
    feed.end()
    expect(told).toBe(2)
  })
})
