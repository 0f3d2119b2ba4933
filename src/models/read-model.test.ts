import { describe, expect, test } from 'vitest'
import { must } from '../base/result.ts'
import { addUsed, describeUsed, isUsedUp, parseBudget } from './budget.ts'
import { openEndpoint } from './endpoint.ts'
import { lastObject } from './read-answer.ts'
import { nameModel, readModel, withPrompt } from './read-model.ts'

const PLAIN = { provider: 'openai', prompt: 'full', attempts: 2, stream: true }

test.each([
  ['llm:gpt-5', { ...PLAIN, model: 'gpt-5' }],
  ['llm:qwen3:8b', { ...PLAIN, model: 'qwen3:8b' }],
  ['llm:google/gemma:free', { ...PLAIN, model: 'google/gemma:free' }],
  ['llm:anthropic:claude', { ...PLAIN, provider: 'anthropic', model: 'claude' }],
  [
    'llm:google:gemini,prompt=terse,price=0.3/2.5,max-tokens=800,temperature=0.5,attempts=1,stream=no',
    {
      provider: 'google',
      model: 'gemini',
      prompt: 'terse',
      price: { in: 0.3, out: 2.5 },
      maxTokens: 800,
      temperature: 0.5,
      attempts: 1,
      stream: false,
    },
  ],
])('%s is a model', (bot, spec) => {
  expect(must(readModel(bot))).toEqual(spec)
})

test.each([
  ['llm:', 'expected a name like llm:gpt-5'],
  ['llm:a b', 'expected a name'],
  ['llm:a,colour=red', 'it has no option "colour", expected one of prompt, price'],
  ['llm:a,constructor=red', 'it has no option "constructor", expected one of prompt, price'],
  ['llm:a,price=3', 'expected price=1.25/10'],
  ['llm:a,attempts=0', 'expected attempts=2'],
  ['llm:a,stream=perhaps', 'expected stream=no'],
])('%s is refused', (bot, why) => {
  const read = readModel(bot)
  expect(read.ok ? '' : read.problem.message).toContain(why)
})

test.each([
  ['llm:gpt-5', 'gpt-5'],
  ['llm:openai/gpt-5,prompt=terse', 'gpt-5-terse'],
  ['llm:qwen3:8b', 'qwen3-8b'],
  ['llm:anthropic:claude,prompt=texts/own.md', 'claude-own'],
])('%s is called %s', (bot, name) => {
  expect(nameModel(bot)).toBe(name)
})

test('the prompt of the command counts for models that name none', () => {
  expect(withPrompt('llm:a', 'terse')).toBe('llm:a,prompt=terse')
  expect(withPrompt('llm:a,prompt=full', 'terse')).toBe('llm:a,prompt=full')
  expect(withPrompt('house:first', 'terse')).toBe('house:first')
})

describe('the last JSON object of an answer', () => {
  test.each([
    ['{"move": "C"}', { move: 'C' }],
    ['First {"move": "N"}, no: {"move": "C"}. Done.', { move: 'C' }],
    ['```json\n{"move": "C", "say": "a } in a text"}\n```', { move: 'C', say: 'a } in a text' }],
    ['{"why": {"move": "N"}, "move": "C"}', { why: { move: 'N' }, move: 'C' }],
    ['{"move": "C"} and then a brace }', { move: 'C' }],
    ['I play C', undefined],
    ["{'move': 'C'}", undefined],
    ['{"move": "C"', undefined],
    ['{'.repeat(5000) + '}'.repeat(5000), undefined],
  ])('%j', (answer, object) => {
    expect(lastObject(answer)).toEqual(object)
  })
})

describe('a budget', () => {
  test.each([
    ['5usd', { amount: 5, unit: 'usd' }],
    ['0.25usd', { amount: 0.25, unit: 'usd' }],
    ['200ktokens', { amount: 200_000, unit: 'tokens' }],
    ['2Mtokens', { amount: 2_000_000, unit: 'tokens' }],
  ])('%s is read', (text, budget) => {
    expect(must(parseBudget(text))).toEqual(budget)
  })

  test.each(['5', '0usd', '-1usd', '5eur', 'usd'])('%s is refused', (text) => {
    expect(parseBudget(text)).toMatchObject({ ok: false, problem: { code: 'bad-budget' } })
  })

  test('is used up exactly when it is reached', () => {
    const budget = must(parseBudget('0.3usd'))
    expect(isUsedUp(budget, { usd: 0.29, tokens: 1e9 })).toBe(false)
    expect(isUsedUp(budget, addUsed({ usd: 0.1, tokens: 1 }, { usd: 0.2, tokens: 2 }))).toBe(true)
    expect(describeUsed({ usd: 1.236, tokens: 81_220 })).toBe('$1.24 and 81,220 tokens')
    expect(describeUsed({ usd: 0, tokens: 5 })).toBe('5 tokens')
  })
})

describe('the environment', () => {
  const spec = must(readModel('llm:m'))
  test.each([
    [{}, 'set OPENAI_API_KEY, or OPENAI_BASE_URL'],
    [{ OPENAI_BASE_URL: 'nowhere' }, 'Cannot use OPENAI_BASE_URL: expected a URL'],
    [{ OPENAI_BASE_URL: 'http://me:sk-1@127.0.0.1/v1' }, 'a key belongs into its own variable'],
    [{ OPENAI_BASE_URL: 'http://127.0.0.1/v1?key=sk-1' }, 'a key belongs into its own variable'],
  ])('%j is refused, and no secret is repeated', (environment, why) => {
    const opened = openEndpoint(spec, environment)
    expect(opened.ok ? '' : opened.problem.message).toContain(why)
    expect(JSON.stringify(opened)).not.toContain('sk-1')
  })

  test('a local server needs no key, and other providers do', () => {
    expect(openEndpoint(spec, { OPENAI_BASE_URL: 'http://127.0.0.1:1/v1' }).ok).toBe(true)
    expect(openEndpoint(must(readModel('llm:google:m')), {})).toMatchObject({
      problem: { message: 'Cannot call "m": set GOOGLE_GENERATIVE_AI_API_KEY or GEMINI_API_KEY' },
    })
  })
})
