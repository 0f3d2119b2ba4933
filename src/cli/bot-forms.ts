/** The forms of a bot on the command line. */
export const BOT_FORMS = `
A bot is one of
  house:NAME          a built-in brain (gamegrid brains lists them)
  ./brain.ts          a file that exports a brain
  "python3 bot.py"    any program, which starts in the folder of its file
  listen:tcp          the next player that connects (torus-tron)
  llm:MODEL           a language model; keys are in the environment (docs/models.md)
  human               you, at this keyboard
and NAME=BOT gives it a name.`
