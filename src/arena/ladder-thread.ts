import { fitRobustly } from '../rating/fit-robustly.ts'
import type { Strengths } from '../rating/fit.ts'
import { answerTasks } from '../runner/answer-tasks.ts'
import { lowerThreadPriority } from '../runner/lower-thread-priority.ts'
import type { Fit, FitTask } from './ladder-fits.ts'

/** The thread that fits the ratings of ladders, so that the event loop of the server stays free. Moves come before fits. */
lowerThreadPriority()

/** The last fit of each challenge: the next one has a few games more, and begins there. */
const last = new Map<string, Strengths>()

function fit({ challenge, results, anchors, mean, firstMatters, compare }: FitTask): Fit {
  const names = [...new Set(results.flatMap(({ first, second }) => [first, second]))]
  const from = last.get(challenge)
  const { ratings, strengths } = fitRobustly(names, results, {
    anchors: new Map(anchors),
    mean,
    firstMatters,
    ...(from && { from }),
  })
  last.set(challenge, strengths)
  const { players, difference } = ratings
  return {
    ratings: players.map(({ player, elo, deviation }) => ({ player, rating: elo, error: deviation })),
    differences: compare.map(([player, other]) => {
      const { elo, deviation } = difference(player, other)
      return { player, other, points: elo, error: deviation }
    }),
  }
}

answerTasks(fit)
