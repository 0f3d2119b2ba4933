/** Whether a tournament is decided in this stage. The final of the winners' or the losers' bracket decides nothing yet. */
export const isFinalStage = (stage: string): boolean => /^(?:(?:second )?grand )?final$/.test(stage)
