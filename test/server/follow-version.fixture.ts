import { expect } from 'vitest'
import { parseObject, type JsonObject } from '../../src/base/json.ts'

/** An event of a build. */
export interface SeenEvent {
  readonly event: string
  readonly data: JsonObject
}

/** All events of the build of a version, until the server ends the stream. */
export async function followVersion(
  url: string,
  key: string,
  bot: number,
  version: number,
  onEvent: (seen: SeenEvent) => void = () => {},
): Promise<readonly SeenEvent[]> {
  const response = await fetch(`${url}/api/v1/bots/${bot}/versions/${version}/events`, {
    headers: { authorization: `Bearer ${key}` },
  })
  expect([response.status, response.headers.get('content-type')]).toEqual([
    200,
    'text/event-stream; charset=utf-8',
  ])
  const all: SeenEvent[] = []
  let rest = ''
  for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const parts = (rest + chunk).split('\n\n')
    rest = parts.pop() ?? ''
    for (const part of parts) {
      const [, event, data] = /^event: (\w+)\ndata: (.*)$/.exec(part) ?? []
      if (event === undefined) continue
      all.push({ event, data: parseObject(data ?? '') ?? {} })
      onEvent(all.at(-1)!)
    }
  }
  return all
}

export const linesOf = (events: readonly SeenEvent[]) =>
  events.filter(({ event }) => event === 'line').map(({ data }) => data['text'])
export const stepsOf = (events: readonly SeenEvent[]) =>
  events.filter(({ event }) => event === 'step').map(({ data }) => data['step'])
