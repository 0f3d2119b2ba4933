import { answerTasks } from './answer-tasks.ts'

/** A thread that dies of one task, as of one for which there is no memory, and sends back any other. */
answerTasks((task: string) => {
  if (task === 'die') process.exit()
  return task
})
