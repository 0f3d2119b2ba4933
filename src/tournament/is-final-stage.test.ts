import { expect, test } from 'vitest'
import { isFinalStage } from './is-final-stage.ts'

test('the final and both grand finals decide a tournament, the finals of the two brackets do not', () => {
  const stages = ['final', 'grand final', 'second grand final', "winners' final", "losers' final", 'finals']
  expect(stages.filter(isFinalStage)).toEqual(['final', 'grand final', 'second grand final'])
  expect(['second final', 'semi-final', 'final round'].filter(isFinalStage)).toEqual([])
})
