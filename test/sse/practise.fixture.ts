import { expect } from 'vitest'
import type { TestArena } from '../server/arena.fixture.ts'

/** Begins a battle for practice and gives its id. */
export async function practise(arena: TestArena, game: string, caseType: string): Promise<string> {
  const answer = await fetch(`${arena.url}/${game}/practice`, {
    method: 'POST',
    body: JSON.stringify({ caseType }),
  })
  expect(answer.status).toBe(200)
  return ((await answer.json()) as { readonly battleId: string }).battleId
}
