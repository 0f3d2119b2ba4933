import { describe, expect, test } from 'vitest'
import { openBuildProgress } from './build-progress.ts'

const textsOf = (progress: ReturnType<typeof openBuildProgress>, from = 0): readonly string[] =>
  progress.read(from).events.map((event) => (event.kind === 'line' ? event.text : `[${event.step}]`))

describe('the progress of a build', () => {
  test('cuts output into lines, also where a character or a line comes in two parts', () => {
    const progress = openBuildProgress()
    progress.step({ step: 'building' })
    progress.write('$ make\n', 'arena')
    const bytes = Buffer.from('größer\r\nno end')
    progress.write(bytes.subarray(0, 3), 'program')
    expect(textsOf(progress)).toEqual(['[building]', '$ make'])
    progress.write(bytes.subarray(3), 'program')
    expect(textsOf(progress)).toEqual(['[building]', '$ make', 'größer'])
    progress.step({ step: 'trying' })
    expect(textsOf(progress)).toEqual(['[building]', '$ make', 'größer', 'no end', '[trying]'])
    progress.write('last', 'program')
    progress.end()
    expect(textsOf(progress).at(-1)).toBe('last')
    expect(progress.isOver).toBe(true)
  })

  test('is read on from where the last reading ended', () => {
    const progress = openBuildProgress()
    progress.write('one\n', 'program')
    const { next } = progress.read(0)
    progress.write('two\n', 'program')
    expect(textsOf(progress, next)).toEqual(['two'])
  })

  test('forgets the oldest lines, counts them, and tells the step again', () => {
    const progress = openBuildProgress()
    progress.step({ step: 'building' })
    for (let line = 0; line < 10_000; line++) progress.write(`line ${line}\n`, 'program')
    const { events, missed, next } = progress.read(0)
    expect(next).toBe(10_001)
    expect(missed).toBeGreaterThan(1000)
    expect(events[0]).toEqual({ kind: 'step', step: 'building' })
    expect(events.at(-1)).toEqual({ kind: 'line', text: 'line 9999', from: 'program' })
    expect(events.length - 1 + missed).toBe(next)
    expect(JSON.stringify(events).length).toBeLessThan(1 << 18)
  })

  test('forgets one line for each that is too much', () => {
    const progress = openBuildProgress()
    // A line of 32 characters counts as 64, so 1024 of them fit.
    for (let line = 0; line < 1024; line++) progress.write(`${'x'.repeat(32)}\n`, 'program')
    expect(progress.read(0)).toMatchObject({ missed: 0, next: 1024 })
    progress.write(`${'y'.repeat(32)}\n`, 'program')
    expect(progress.read(0)).toMatchObject({ missed: 1, next: 1025 })
    expect(progress.read(0).events).toHaveLength(1024)
    // A follower that has read the first line has missed nothing.
    expect(progress.read(1)).toMatchObject({ missed: 0 })
    expect(progress.read(1025)).toEqual({ events: [], missed: 0, next: 1025 })
  })

  test('a step that is still among the events is not told twice', () => {
    const progress = openBuildProgress()
    for (let line = 0; line < 2000; line++) progress.write(`${'x'.repeat(32)}\n`, 'program')
    progress.step({ step: 'trying' })
    expect(progress.read(0).events.filter(({ kind }) => kind === 'step')).toEqual([
      { kind: 'step', step: 'trying' },
    ])
  })

  test('output of the arena and of the program does not share a line, and only the last carriage return goes', () => {
    const progress = openBuildProgress()
    progress.write('10 %\r20 %', 'program')
    progress.write('$ make\n', 'arena')
    progress.write('30 %\r40 %\r\n', 'program')
    expect(progress.read(0).events).toEqual([
      { kind: 'line', text: '10 %\r20 %', from: 'program' },
      { kind: 'line', text: '$ make', from: 'arena' },
      { kind: 'line', text: '30 %\r40 %', from: 'program' },
    ])
  })

  test('a line of 2000 characters is whole', () => {
    const progress = openBuildProgress()
    progress.write(`${'x'.repeat(2000)}\n${'y'.repeat(2001)}\n`, 'program')
    expect(textsOf(progress)).toEqual(['x'.repeat(2000), `${'y'.repeat(2000)}…`])
  })

  test('keeps the beginning of a line that does not end', () => {
    const progress = openBuildProgress()
    for (let part = 0; part < 100; part++) progress.write('x'.repeat(1000), 'program')
    progress.end()
    expect(textsOf(progress)).toEqual([`${'x'.repeat(2000)}…`])
  })

  test('tells its followers until they leave', () => {
    const progress = openBuildProgress()
    let told = 0
    const leave = progress.onChange(() => void told++)
    progress.write('a\n', 'program')
    progress.end()
    leave()
    progress.end()
    expect(told).toBe(2)
    progress.onChange(() => void told++)
    progress.step({ step: 'trying' })
    expect(told).toBe(3)
  })
})
