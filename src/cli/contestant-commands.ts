import type { Command } from 'commander'
import type { AnalyseFlags } from './analyse.ts'
import { BOT_FORMS } from './bot-forms.ts'
import type { BrainFlags } from './brain.ts'
import type { BrainsFlags } from './brains.ts'
import type { ChallengeFlags } from './challenge.ts'
import type { CheckFlags } from './check.ts'
import { collect } from './collect.ts'
import type { CompareFlags } from './compare.ts'
import type { ConnectFlags } from './connect.ts'
import type { LadderFlags } from './ladder.ts'
import type { LoginFlags } from './login.ts'
import type { LogsFlags } from './logs.ts'
import type { MatchesFlags } from './matches.ts'
import type { OpenModels, PlayFlags } from './play.ts'
import type { ReplayFlags } from './replay.ts'
import type { UploadFlags } from './upload.ts'

/** The commands of a contestant. The packed client has these commands and no others. */
export function addContestantCommands(program: Command, openModels?: OpenModels): void {
  addMatches(program, openModels)
  addLists(program)
  addAccount(program)
}

/** Bots, matches with them, and their records. */
function addMatches(program: Command, openModels?: OpenModels): void {
  program
    .command('new-bot')
    .description('write a starter kit: a bot that plays, ready for your ideas')
    .argument('<challenge>', 'which challenge')
    .argument('<language>', 'python, javascript, cpp …')
    .argument('<dir>', 'a new folder for it')
    .option('--wire <name>', 'its wire: that of the challenge, or json for a program on stdin and stdout')
    .action(async (challenge: string, language: string, dir: string, { wire }: { wire?: string }) =>
      (await import('./new-bot.ts')).newBot(challenge, language, dir, wire),
    )

  program
    .command('play')
    .description('play one match here')
    .argument('<challenge>', 'which challenge (gamegrid games lists them)')
    .argument('<bot>', 'the first player')
    .argument('<bot2>', 'the second player')
    .option('--watch', 'show the board while they play')
    .option('--fast', 'do not slow the game down for spectators')
    .option('--seed <n>', 'fixes all chance; without it the command draws a seed and prints it')
    .option('--set <key=value>', 'change a setting of the game (may be repeated)', collect, [])
    .option('--size <n>', 'size of the board: 20, or 37x10')
    .option(
      '--clock <time>',
      'none; 10s or 500ms a move; 60s+2s for a whole round; for language models also 10m,50ktokens or 10m,0.05usd',
    )
    .option('--start-up <time>', 'how long a player may take to get ready, apart from the clock: 5s, 500ms')
    .option(
      '--nodes <n>',
      'positions that a brain may search in a turn, instead of the clock: the same game everywhere',
    )
    .option('--sandbox', 'run each program in a sandbox: only its own folder, one core and 1 GiB')
    .option('--pty', 'run programs on a pseudo-terminal, for programs that buffer their output')
    .option('--wire <name>', 'the wire of the programs: json, light-cycle or longest-group')
    .option('--tcp-port <n>', 'the port of listen:tcp (4011)')
    .option('--tcp-host <address>', 'the address of listen:tcp (127.0.0.1)')
    .option('--prompt <variant>', PROMPT_HELP)
    .option('--budget <amount>', BUDGET_HELP)
    .option('--record <file>', 'write the record of the match to a file')
    .option('--no-times', 'leave times out of the record, so that equal matches give equal files')
    .option('--json', 'print the result as one JSON object on the last line')
    .addHelpText('after', BOT_FORMS)
    .action(async (challenge: string, first: string, second: string, options: PlayFlags) =>
      (await import('./play.ts')).play(challenge, [first, second], options, openModels),
    )

  program
    .command('check')
    .description(
      'play a bot against scripted opponents, and say what is wrong with it, and where (the protocol doctor)',
    )
    .argument('<challenge>', 'which challenge')
    .argument('<bot>', 'a program, a brain, or house:NAME')
    .option('--clock <time>', 'as for play')
    .option('--start-up <time>', 'as for play')
    .option('--sandbox', 'run it in the sandbox')
    .option('--pty', 'run it on a pseudo-terminal')
    .option('--wire <name>', 'the wire of the bot: json, light-cycle or longest-group')
    .option('--json', 'print the findings as one JSON object on the last line')
    .action(async (challenge: string, bot: string, options: CheckFlags) => {
      process.exitCode = await (await import('./check.ts')).check(challenge, bot, options)
    })

  program
    .command('compare')
    .description(
      'test whether a bot is weaker than another, with no more games than needed (a sequential test)',
    )
    .argument('<challenge>', 'which challenge')
    .argument('<bot>', 'the bot in question, like "python3 bot.py"')
    .argument('<bot2>', 'the bot to compare with, like the last release')
    .option('--sprt <terms...>', 'the two claims: elo0=-100 elo1=0 asks whether it is weaker by 100 points')
    .option('--pairs <n>', 'the most pairs of games (200)')
    .option('--workers <n>', 'how many games run at once (1)')
    .option('--seed <n>', 'fixes all chance')
    .option('--clock <time>', 'as for play')
    .option('--nodes <n>', 'positions that a brain may search in a turn, instead of the clock')
    .option('--openings', 'begin each pair of games with another opening')
    .option('--wire <name>', 'the wire of the programs: json, light-cycle or longest-group')
    .option('--json', 'print the result as one JSON object on the last line')
    .action(async (challenge: string, first: string, second: string, options: CompareFlags) =>
      (await import('./compare.ts')).compare(challenge, [first, second], options),
    )

  program
    .command('connect')
    .description('play with a bot on a server elsewhere: torus tron over TCP, or any challenge in an arena')
    .argument('<address>', 'HOST:PORT for TCP, or http://HOST:PORT for an arena')
    .argument('<bot>', 'house:NAME, ./brain.ts, or in an arena any program: "python3 bot.py"')
    .option(
      '--challenge <name>',
      'in an arena: what to play (boost-tron; with --against contest, every challenge)',
    )
    .option('--name <name>', 'the name of your team on the server')
    .option(
      '--key <key>',
      'your key in the arena; better in GAMEGRID_KEY; without a key the command registers a team',
    )
    .option(
      '--against <whom>',
      'in an arena: house:NAME, bot:ID, open, contest (all your tournament matches), or the number of a game (house:random)',
    )
    .option('--seed <n>', "fixes the brain's own chance")
    .action(async (address: string, bot: string, options: ConnectFlags) =>
      (await import('./connect.ts')).connect(address, bot, options),
    )

  program
    .command('replay')
    .description('watch a recorded match in the terminal, or check it')
    .argument('<file>', 'a record made by gamegrid play --record')
    .option('--verify', 'only simulate the match again, and name the first line that is wrong')
    .option('--fast', 'do not pause between turns')
    .action(async (file: string, options: ReplayFlags) => (await import('./replay.ts')).replay(file, options))

  program
    .command('analyse')
    .description(
      'judge the moves of a recorded match by the strongest house brain: accuracy, and the move that lost',
    )
    .argument('<file>', 'a record, as play --record writes it')
    .option('--nodes <n>', 'positions that the brain searches for each move (2000)')
    .option('--json', 'print every move with its value as one JSON object')
    .action(async (file: string, options: AnalyseFlags) =>
      (await import('./analyse.ts')).analyse(file, options),
    )
}

/** What can be played, and the house brains. */
function addLists(program: Command): void {
  program
    .command('games')
    .description('list the games and their challenges')
    .action(async () => (await import('./games.ts')).listGames())

  program
    .command('brains')
    .description('list the house brains: how strong each is, and how it plays')
    .argument('[game]', 'a game or a challenge; without it, all')
    .option('--json', 'print the list as one JSON object')
    .action(async (game: string | undefined, options: BrainsFlags) =>
      (await import('./brains.ts')).listBrains(game, options),
    )

  program
    .command('brain')
    .description('play with a brain as a program on stdin and stdout, for any host that starts programs')
    .argument('<challenge>', 'which challenge (gamegrid games lists them)')
    .argument('<brain>', 'house:NAME, or a brain module like ./brain.ts')
    .option('--wire <name>', "json, light-cycle or longest-group, if not the challenge's own")
    .option('--nodes <n>', 'positions that it may search in a turn, instead of the clock')
    .option('--seed <n>', 'fixes all chance of the brain, where the wire sends no seed')
    .option(
      '--set <key=value>',
      'a setting of the game, where the wire does not send it (may be repeated)',
      collect,
      [],
    )
    .option('--size <n>', 'size of the board, where the wire does not send it')
    .action(async (challenge: string, brain: string, options: BrainFlags) =>
      (await import('./brain.ts')).playAsProgram(challenge, brain, options),
    )
}

/** What a team does in an arena. */
function addAccount(program: Command): void {
  program
    .command('login')
    .description('store the key of your team for the other commands')
    .argument('[url]', 'the arena, or a sign-in link http://ARENA/sign-in#TOKEN')
    .option('--key-stdin', 'read the key from stdin instead of asking for it')
    .option(...JSON_OPTION)
    .action(async (url: string | undefined, options: LoginFlags) =>
      (await import('./login.ts')).login(url, options),
    )

  program
    .command('logout')
    .description('forget the key')
    .option(...JSON_OPTION)
    .action(async (options: LoginFlags) => (await import('./login.ts')).logout(options))

  program
    .command('upload')
    .description('send a bot to the arena, and follow its build and its trial')
    .argument('[path]', 'a folder, a source file, or an archive (this folder)', '.')
    .option('--bot <name>', 'its name in the arena (that of its folder)')
    .option('--challenge <id>', 'what it plays; needed once')
    .option('--enrol', 'enrol it in the ladder when it has passed')
    .option(...JSON_OPTION)
    .action(async (path: string, options: UploadFlags) => (await import('./upload.ts')).upload(path, options))

  program
    .command('challenge')
    .description('play a match in the arena: your bot against a house brain or the bot of a team')
    .argument('<opponent>', 'the name of a team, house:NAME or bot:ID')
    .option('--bot <name>', 'which of your bots (that of this folder)')
    .option('--watch', 'show the board while they play')
    .option('--no-wait', 'do not wait for the end')
    .option('--by-hand', 'play yourself, in a browser, and invite the team; open invites all')
    .option('--challenge <id>', 'with --by-hand: what you play')
    .option(...JSON_OPTION)
    .action(async (opponent: string, options: ChallengeFlags) =>
      (await import('./challenge.ts')).challengeTeam(opponent, options),
    )

  program
    .command('matches')
    .description('list your last matches in the arena')
    .option('--bot <name>', 'only matches of this bot')
    .option('--ladder', 'only matches that the ladder called; without it the list has only their number')
    .option('--limit <n>', 'how many (20)')
    .option(...JSON_OPTION)
    .action(async (options: MatchesFlags) => (await import('./matches.ts')).matches(options))

  program
    .command('logs')
    .description('show why a match ended as it did, and all lines that your bot wrote and got')
    .argument('<match>', 'its number')
    .option('--all', 'all lines of the wire, not only the last ones')
    .option(...JSON_OPTION)
    .action(async (match: string, options: LogsFlags) => (await import('./logs.ts')).logs(match, options))

  program
    .command('ladder')
    .description(
      'show the ratings of all bots and house brains in the arena, and enrol your bot for rated matches',
    )
    .argument('[challenge]', 'which challenge (that of this folder)')
    .option(
      '--bot [name]',
      'show all versions of one of your bots (that of this folder), and what each gained',
    )
    .option('--enrol [name]', 'enrol a bot: from now on the ladder calls it to matches')
    .option('--leave [name]', 'take a bot out: the ladder calls it to no more matches')
    .option('--season <n>', 'an earlier season')
    .option(...JSON_OPTION)
    .action(async (challenge: string | undefined, options: LadderFlags) =>
      (await import('./ladder.ts')).ladder(challenge, options),
    )
}

export const PROMPT_HELP = 'the prompt for models: full, terse, with-legal-moves, null, or a file (full)'
export const BUDGET_HELP = 'stop when the models have used so much: 5usd, 2Mtokens'
const JSON_OPTION = ['--json', 'print the result as JSON'] as const
