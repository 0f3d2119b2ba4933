import { expect, test } from 'vitest'
import { openRequestTimes } from './request-times.ts'

test('requests are counted in every bucket that they fit into, by method, route and status', () => {
  const times = openRequestTimes()
  for (const seconds of [0.001, 0.002, 31]) times.add('GET', '/grid/:game', 200, seconds)
  times.add('GET', '/grid/:game', 404, 0.25)
  const lines = times.text().split('\n')
  const labels = 'method="GET",route="/grid/:game",status="200"'
  expect(lines.slice(0, 2)).toEqual([
    '# HELP gamegrid_request_seconds Time from a request to its answer; long polls included',
    '# TYPE gamegrid_request_seconds histogram',
  ])
  expect(lines.filter((line) => line.includes('"200"'))).toEqual([
    `gamegrid_request_seconds_bucket{le="0.001",${labels}} 1`,
    ...[0.005, 0.025, 0.1, 0.5, 2.5, 10, 30].map(
      (bound) => `gamegrid_request_seconds_bucket{le="${bound}",${labels}} 2`,
    ),
    `gamegrid_request_seconds_bucket{le="+Inf",${labels}} 3`,
    `gamegrid_request_seconds_sum{${labels}} 31.003`,
    `gamegrid_request_seconds_count{${labels}} 3`,
  ])
  expect(times.text()).toContain('status="404"} 0.25\n')
})

test('a label with quotes is escaped', () => {
  const times = openRequestTimes()
  times.add('GET', '/a"b\\c', 200, 1)
  expect(times.text()).toContain(String.raw`route="/a\"b\\c"`)
})
