import { createRequire } from 'node:module'
import { Command, CommanderError, Option } from 'commander'
import type { BrainFlags } from './brain.ts'
import type { CheckFlags } from './check.ts'
import type { ConnectFlags } from './connect.ts'
import type { PerftFlags } from './perft.ts'
import type { PlayFlags } from './play.ts'
import { CommandError } from './problem.ts'
import type { ReplayFlags } from './replay.ts'
import type { ServeFlags } from './serve.ts'
import type { StoreFlags } from './store.ts'
import type { TournamentFlags } from './read-tournament.ts'

/** Parses the command line, calls the command, chooses the exit code. A command's modules are loaded when it runs. */
const { version } = createRequire(import.meta.url)('../../package.json') as { version: string }

/** The forms of a bot on the command line. */
const BOT_FORMS = `
A bot is one of
  house:NAME          a built-in brain (gamegrid brains lists them)
  ./brain.ts          a file that exports a brain
  "python3 bot.py"    any program, which starts in the folder of its file
  listen:tcp          the next player that connects (torus-tron)
  human               you, at this keyboard
and NAME=BOT gives it a name.`

const program = new Command('gamegrid')
  .description('Bot-programming contests on grid games: any bot, in any language, against any other')
  .version(version)
  .showSuggestionAfterError()
  .configureOutput({ writeErr: () => {} })
  .exitOverride()
  .addHelpText('after', '\nTry: gamegrid play quoridor house:random house:first --watch')

program
  .command('play')
  .description('play one match here')
  .argument('<challenge>', 'which challenge (gamegrid games lists them)')
  .argument('<bot>', 'the first player')
  .argument('<bot2>', 'the second player')
  .option('--watch', 'show the board while they play')
  .option('--fast', 'do not slow the game down for spectators')
  .option('--seed <n>', 'fixes all chance; without it one is drawn and printed')
  .option('--set <key=value>', 'change a setting of the game (may be repeated)', collect, [])
  .option('--size <n>', 'size of the board: 20, or 37x10')
  .option('--clock <time>', 'none, 10s or 500ms a move, or 60s+2s for an account')
  .option('--start-up <time>', 'how long a player may take to get ready, apart from the clock: 5s, 500ms')
  .option(
    '--nodes <n>',
    'positions a brain may look at in a turn, instead of the clock: the same game everywhere',
  )
  .option('--sandbox', 'run programs with nothing but their own folder, one core and 1 GiB')
  .option('--pty', 'run programs on a pseudo-terminal, if they hold their output back')
  .option('--wire <name>', 'what programs speak: json, light-cycle or longest-group')
  .option('--tcp-port <n>', 'where listen:tcp listens (4011)')
  .option('--tcp-host <address>', 'on which address it listens (127.0.0.1)')
  .option('--record <file>', 'write the whole match to a file')
  .option('--no-times', 'leave times out of the record, so that equal matches give equal files')
  .option('--json', 'print the result as one JSON object on the last line')
  .addHelpText('after', BOT_FORMS)
  .action(async (challenge: string, first: string, second: string, options: PlayFlags) =>
    (await import('./play.ts')).play(challenge, [first, second], options),
  )

const tournament = program
  .command('tournament')
  .description('play a tournament here: many bots, every format, ratings, reports; it can be resumed')
  .argument('[words...]', 'a tournament file, or a challenge and its bots')
  .option('--demo', 'show one: five house brains, a round robin, a knock-out')
  .option('--format <name>', 'round-robin, round-robin-knock-out, swiss, ladder … (docs/tournaments.md)')
  .option('--games <n>', 'matches of each pair')
  .option('--set-format <key=value>', 'change a setting of the format (may be repeated)', collect, [])
  .option('--sprt <terms...>', 'is the first of two stronger? elo0=0 elo1=10 stops as soon as it is known')
  .option('--seed <n>', 'fixes every pairing, side and match; without it one is drawn and printed')
  .option('--workers <n>', 'how many matches run at once (1)')
  .option('--data <folder>', 'where everything is kept; without it a new folder')
  .option('--resume', 'go on with the tournament in that folder')
  .option('--clock <time>', 'as for play')
  .option('--start-up <time>', 'as for play')
  .option('--size <n>', 'size of the board: 20, or 37x10')
  .option('--set <key=value>', 'change a setting of the game (may be repeated)', collect, [])
  .option('--nodes <n>', 'positions a brain may look at in a turn, instead of the clock')
  .option('--sandbox', 'run programs with nothing but their own folder, one core and 1 GiB')
  .option('--pty', 'run programs on a pseudo-terminal')
  .option('--wire <name>', 'what programs speak: json, light-cycle or longest-group')
  .option('--bench-after <n>', 'bench a bot after so many rounds lost by crashes, time or illegal moves')
  .option('--judges <file>', 'marks of judges, kept private until they are published')
  .option('--report <formats>', 'write reports into the folder: html,csv,json,md')
  .option(
    '--no-times',
    'leave times out of records, results and reports, so that equal matches give equal files',
  )
  .option('--json', 'print the result, without times, as one JSON object on the last line')
  .option('--dry-run', 'only print the schedule and how long it may take')
  .addHelpText('after', BOT_FORMS)
  .action(async (words: string[], options: TournamentFlags) =>
    (await import('./tournament.ts')).tournament(words, options),
  )

tournament
  .command('judge')
  .description('add what a judge gives; private until it is published')
  .argument('<dir>', 'the folder of the tournament')
  .argument('<judge>', 'the name of the judge')
  .argument('<team>', 'the team that gets the mark')
  .argument('<points>', 'the points')
  .action(async (dir: string, judge: string, team: string, points: string) =>
    (await import('./tournament-folder.ts')).judge(dir, judge, team, points),
  )

tournament
  .command('publish')
  .description('let the marks of the judges count, and show the table with them')
  .argument('<dir>', 'the folder of the tournament')
  .action(async (dir: string) => (await import('./tournament-folder.ts')).publish(dir))

tournament
  .command('report')
  .description('show a tournament as it stands, and write reports into its folder')
  .argument('<dir>', 'the folder of the tournament')
  .action(async (dir: string, _, command: Command) =>
    (await import('./tournament-folder.ts')).report(dir, command.optsWithGlobals()),
  )

program
  .command('serve')
  .description('run an arena: its pages, its API, and torus tron over TCP')
  .option('--port <n>', 'where its pages and its API are (8080)')
  .option('--host <address>', 'on which address (127.0.0.1)')
  .option('--data <folder>', 'where everything is kept (gamegrid-data)')
  .option('--registration <who>', 'who registers teams: open or organiser (open on this machine alone)')
  .option('--registrations <n>', 'teams that one address may register at once, and again in an hour (200)')
  .option('--demo', 'with house brains that play all the time')
  .option(
    '--reserve <MiB>',
    'free room on the disk below which nothing new is begun (256, or a tenth of a small disk)',
  )
  .option('--team-quota <MiB>', 'what one team may store, archives and what was built of them (1024)')
  .option(
    '--public-host <name>',
    'a name by which browsers call it, beside its address (may be repeated)',
    collect,
    [],
  )
  .option(
    '--trust-proxy [proxies]',
    'take client addresses from the headers of proxies: how many proxies (1), or their addresses',
  )
  .option(
    '--team-host <host>',
    'where teams may wait to be called: a host, *.domain or a network (may be repeated)',
    collect,
    [],
  )
  .option(
    '--arena-token <token>',
    'sent to outside coordinators on listed hosts; better in GAMEGRID_ARENA_TOKEN',
  )
  .option(
    '--callback-host <host>',
    'a coordinator that gets the arena token: HOST or HOST:PORT (may be repeated)',
    collect,
    [],
  )
  .option('--no-tcp', 'without torus tron over TCP')
  .option('--tcp-port <n>', 'where torus tron listens (4011)')
  .option('--tcp-host <address>', 'on which address (127.0.0.1)')
  .option('--tcp-per-address <n>', 'connections from one address (256)')
  .option(
    '--fill-after <seconds>',
    'let a house brain play against a player that has waited alone for so long',
  )
  .option('--fill-with <brain>', 'which house brain (house:random)')
  .option('--set <key=value>', 'change a setting of the map (may be repeated)', collect, [])
  .option('--size <n>', 'size of the map: 20, or 37x10')
  .option('--clock <time>', 'as for play')
  .option('--seed <n>', 'fixes all chance')
  .action(async (options: ServeFlags) => (await import('./serve.ts')).serve(options))

program
  .command('connect')
  .description('play with a bot on a server elsewhere: torus tron over TCP, or any challenge in an arena')
  .argument('<address>', 'HOST:PORT for TCP, or http://HOST:PORT for an arena')
  .argument('<bot>', 'house:NAME, ./brain.ts, or in an arena any program: "python3 bot.py"')
  .option(
    '--challenge <name>',
    'in an arena: what to play (boost-tron; with --against contest, every challenge)',
  )
  .option('--name <name>', 'what the server calls it')
  .option('--key <key>', 'your key in the arena; better in GAMEGRID_KEY; without one a team is registered')
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
  .option('--verify', 'only simulate it again, and name the first line that does not follow')
  .option('--fast', 'do not pause between turns')
  .action(async (file: string, options: ReplayFlags) => (await import('./replay.ts')).replay(file, options))

program
  .command('gamehost')
  .description('the host of the 2019 longest-group competition, with the same arguments')
  .usage('P1 "ARGS1" P2 "ARGS2" [-s N]')
  .argument(
    '[words...]',
    'two programs, each followed by its arguments in quotes; -s N runs them in the sandbox, on one core of mask N',
  )
  .allowUnknownOption()
  .action(async (words: string[]) => {
    process.exitCode = await (await import('./gamehost.ts')).gamehost(words)
  })

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
  .command('check')
  .description(
    'the protocol doctor: plays a bot against scripted opponents and says what is wrong, and where',
  )
  .argument('<challenge>', 'which challenge')
  .argument('<bot>', 'a program, a brain, or house:NAME')
  .option('--clock <time>', 'as for play')
  .option('--start-up <time>', 'as for play')
  .option('--sandbox', 'run it in the sandbox')
  .option('--pty', 'run it on a pseudo-terminal')
  .option('--wire <name>', 'what it speaks: json, light-cycle or longest-group')
  .option('--json', 'print the findings as one JSON object on the last line')
  .action(async (challenge: string, bot: string, options: CheckFlags) => {
    process.exitCode = await (await import('./check.ts')).check(challenge, bot, options)
  })

program
  .command('sandbox')
  .description('say what the sandbox can enforce on this machine, and how')
  .action(async () => {
    process.exitCode = await (await import('./sandbox.ts')).showSandbox()
  })

const store = program.command('store').description('look after the data of an arena')
const DATA = ['--data <dir>', 'the folder of the arena (gamegrid-data)'] as const

store
  .command('backup')
  .description('copy the arena to a new file, also while it runs')
  .argument('<file>', 'where to; it must not exist yet')
  .option(...DATA)
  .action(async (file: string, options: StoreFlags) => (await import('./store.ts')).backup(file, options))

store
  .command('restore')
  .description('put a backup in the place of the arena; what was there is moved aside')
  .argument('<file>', 'a backup')
  .option(...DATA)
  .action(async (file: string, options: StoreFlags) => (await import('./store.ts')).restore(file, options))

store
  .command('check')
  .description('look whether the arena is sound, also while it runs')
  .option(...DATA)
  .action(async (options: StoreFlags) => {
    process.exitCode = (await import('./store.ts')).check(options)
  })

store
  .command('rebuild')
  .description('work out all tables of the arena again from its log')
  .option(...DATA)
  .action(async (options: StoreFlags) => (await import('./store.ts')).rebuild(options))

program
  .command('games')
  .description('list the games and the challenges played with them')
  .action(async () => (await import('./games.ts')).listGames())

program
  .command('brains')
  .description('list the built-in brains')
  .action(async () => (await import('./games.ts')).listBrains())

program
  .command('brain')
  .description('play with a brain as a program on stdin and stdout, for any host that starts programs')
  .argument('<challenge>', 'which challenge (gamegrid games lists them)')
  .argument('<brain>', 'house:NAME, or a brain module like ./brain.ts')
  .option('--wire <name>', "json, light-cycle or longest-group, if not the challenge's own")
  .option('--nodes <n>', 'positions it may look at in a turn, instead of the clock')
  .option('--seed <n>', 'fixes its chance, where the wire does not')
  .option(
    '--set <key=value>',
    'a setting the host plays with, where the wire does not say (may be repeated)',
    collect,
    [],
  )
  .option('--size <n>', 'size of the board, likewise')
  .action(async (challenge: string, brain: string, options: BrainFlags) =>
    (await import('./brain.ts')).playAsProgram(challenge, brain, options),
  )

program
  .command('perft')
  .description('count the positions exactly so many turns away, to check the rules')
  .argument('<game>', 'which game')
  .addOption(new Option('--depth <n>', 'how many turns').makeOptionMandatory())
  .option('--preset <name>', 'which settings of the game')
  .option('--moves <moves>', 'start after these moves')
  .option('--seed <n>', 'fixes what the game draws by lot', '0')
  .action(async (game: string, options: PerftFlags) =>
    (await import('./perft.ts')).countPositions(game, options),
  )

function collect(value: string, before: readonly string[]): readonly string[] {
  return [...before, value]
}

try {
  await program.parseAsync()
} catch (error) {
  process.exitCode = explain(error)
}

/** Prints one sentence for a bad argument or a failure, a stack trace for a bug. */
function explain(error: unknown): number {
  if (error instanceof CommandError) {
    console.error(`gamegrid: ${error.message}`)
    return error.exitCode
  }
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return 0
    if (error.code === 'commander.help') program.outputHelp()
    else console.error(`gamegrid: ${oneSentence(error.message)}`)
    return 2
  }
  throw error
}

/** commander puts its suggestion on a second line, in brackets. */
function oneSentence(message: string): string {
  return message
    .replace(/^error: /, '')
    .replace(/\n\(Did you mean (.*)\?\)$/, ': did you mean $1?')
    .replace(/\.$/, '')
}
