import { Option, type Command } from 'commander'
import { BOT_FORMS } from './bot-forms.ts'
import { collect } from './collect.ts'
import type { ClimbFlags } from './climb.ts'
import { BUDGET_HELP, PROMPT_HELP } from './contestant-commands.ts'
import type { ExportFlags } from './export.ts'
import type { McpFlags } from './mcp.ts'
import type { PerftFlags } from './perft.ts'
import type { TournamentFlags } from './read-tournament.ts'
import type { ServeFlags } from './serve.ts'
import type { StoreFlags } from './store.ts'
import type { WorkerFlags } from './worker.ts'

/** The commands of an organiser. They need all of gamegrid, and the Node that it brings. */
export function addHostCommands(program: Command): void {
  addTournament(program)
  addServers(program)
  addStore(program)
  addTools(program)
}

function addTournament(program: Command): void {
  const tournament = program
    .command('tournament')
    .description('play a tournament here: many bots, every format, ratings, reports; --resume continues it')
    .argument('[words...]', 'a tournament file, or a challenge and its bots')
    .option('--demo', 'show one: five house brains, a round robin, a knock-out')
    .option('--format <name>', 'round-robin, round-robin-knock-out, swiss, ladder … (docs/tournaments.md)')
    .option('--games <n>', 'matches of each pair')
    .option('--set-format <key=value>', 'change a setting of the format (may be repeated)', collect, [])
    .option(
      '--sprt <terms...>',
      'test whether the first of two bots is stronger: elo0=0 elo1=10 stops as soon as that is clear',
    )
    .option(
      '--seed <n>',
      'fixes every pairing, side and match; without it the command draws a seed and prints it',
    )
    .option('--workers <n>', 'how many matches run at once (1)')
    .option(
      '--queue <url>',
      'let the workers at this Redis play the matches: redis://HOST:PORT (docs/scaling.md)',
    )
    .option(
      '--min-speed <speed>',
      'with --queue: slower workers play no timed matches; a speed as they print it, or a share of the fastest (50%)',
    )
    .option(
      '--second-look <percent>',
      'with --queue: share of matches, and all finals, that a second worker plays again, if bots are deterministic (2)',
    )
    .option('--deterministic', 'with --queue: programs make the same moves in the same match, always')
    .option('--data <folder>', 'the folder for all files; without it a new folder')
    .option('--resume', 'go on with the tournament in that folder')
    .option('--clock <time>', 'as for play')
    .option('--start-up <time>', 'as for play')
    .option('--size <n>', 'size of the board: 20, or 37x10')
    .option('--set <key=value>', 'change a setting of the game (may be repeated)', collect, [])
    .option('--nodes <n>', 'positions that a brain may search in a turn, instead of the clock')
    .option('--openings', 'begin with openings, where the contest of the challenge fixes the start')
    .option('--no-openings', "begin every match at the game's own start")
    .option('--sandbox', 'run each program in a sandbox: only its own folder, one core and 1 GiB')
    .option('--pty', 'run programs on a pseudo-terminal')
    .option('--wire <name>', 'the wire of the programs: json, light-cycle or longest-group')
    .option('--prompt <variant>', PROMPT_HELP)
    .option('--budget <amount>', `${BUDGET_HELP}; --resume with a larger one goes on`)
    .option('--model-calls <n>', 'how many calls to models run at once (4)')
    .option('--bench-after <n>', 'bench a bot after so many rounds lost by crashes, time or illegal moves')
    .option('--judges <file>', 'marks of judges, private until you publish them')
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
    .description('enter the mark of a judge; it is private until you publish it')
    .argument('<dir>', 'the folder of the tournament')
    .argument('<judge>', 'the name of the judge')
    .argument('<team>', 'the team that gets the mark')
    .argument('<points>', 'the points')
    .action(async (dir: string, judge: string, team: string, points: string) =>
      (await import('./tournament-folder.ts')).judge(dir, judge, team, points),
    )

  tournament
    .command('publish')
    .description('publish the marks of the judges, and show the table with them')
    .argument('<dir>', 'the folder of the tournament')
    .action(async (dir: string) => (await import('./tournament-folder.ts')).publish(dir))

  tournament
    .command('report')
    .description('show the state of a tournament, and write reports into its folder')
    .argument('<dir>', 'the folder of the tournament')
    .action(async (dir: string, _, command: Command) =>
      (await import('./tournament-folder.ts')).report(dir, command.optsWithGlobals()),
    )
}

/** An arena, its workers, and the arena of an assistant. */
function addServers(program: Command): void {
  program
    .command('worker')
    .description('play the matches of a queue here, for tournaments and arenas on any machine')
    .requiredOption(
      '--queue <url>',
      'the Redis of the queue: redis://HOST:PORT; password in GAMEGRID_QUEUE_PASSWORD',
    )
    .option('--arena <url>', 'an arena whose uploaded bots it plays, too; needs --key')
    .option('--key <key>', "a worker's key of that arena; better in GAMEGRID_WORKER_KEY")
    .option('--matches <n>', 'how many matches run at once (1)')
    .option(
      '--lost-after <seconds>',
      'other workers play its matches after it has been silent for so long (30)',
    )
    .option('--leave-within <seconds>', 'how long its matches may go on after SIGTERM or Ctrl-C (60)')
    .option('--speed <n>', 'its speed for timed matches, instead of measuring it')
    .action(async (options: WorkerFlags) => (await import('./worker.ts')).work(options))

  program
    .command('serve')
    .description('run an arena: its pages, its API, and torus tron over TCP')
    .option('--port <n>', 'the port of the pages and the API (8080)')
    .option('--host <address>', 'on which address (127.0.0.1)')
    .option('--tls-cert <file>', 'speak HTTPS with this certificate, in PEM with its chain; needs --tls-key')
    .option('--tls-key <file>', 'the private key of the certificate, in PEM')
    .option(
      '--replica-of <url>',
      'serve the spectators of this arena, beside it and without data of its own (docs/scaling.md)',
    )
    .option('--data <folder>', 'the folder for all data (gamegrid-data)')
    .option(
      '--registration <who>',
      'open: teams register themselves; organiser: only the organiser registers them (open on this machine alone)',
    )
    .option('--registrations <n>', 'teams that one address may register at once, and again in an hour (200)')
    .option(
      '--slides <folder>',
      'pictures (PNG, JPEG, WebP) that the projector page /tv shows between matches',
    )
    .option('--demo', 'let house brains play all the time')
    .option(
      '--reserve <MiB>',
      'with less free room on the disk, the arena starts no new matches, builds or uploads (256, or a tenth of a small disk)',
    )
    .option('--team-quota <MiB>', 'room for the archives and builds of one team (1024)')
    .option(
      '--ladder-share <percent>',
      'the share of the places for matches of programs that ladders may use, until the organiser sets it (50)',
    )
    .option(
      '--queue <url>',
      'let the workers at this Redis play the matches of uploaded bots and house brains (docs/scaling.md)',
    )
    .option('--play-here', 'with --queue: play such matches here, too, while all workers are busy')
    .option(
      '--second-look <percent>',
      'with --queue: the share of matches of deterministic house brains that a second worker plays again, beside all finals (2)',
    )
    .option('--model-budget <amount>', 'the most that all calls to language models may use: 5usd or 2Mtokens')
    .option('--model-calls <count>', 'calls to language models that run at once (4)')
    .option(
      '--public-host <name>',
      'a host name that browsers use for the arena (may be repeated)',
      collect,
      [],
    )
    .option(
      '--trust-proxy [proxies]',
      'take client addresses from the headers of proxies: how many proxies (1), or their addresses',
    )
    .option(
      '--team-host <host>',
      'hosts of teams that the arena may call: a host, *.domain or a network (may be repeated)',
      collect,
      [],
    )
    .option(
      '--arena-token <token>',
      'the token for outside coordinators on the hosts of --callback-host; better in GAMEGRID_ARENA_TOKEN',
    )
    .option(
      '--callback-host <host>',
      'a coordinator that gets the arena token: HOST or HOST:PORT (may be repeated)',
      collect,
      [],
    )
    .option('--no-tcp', 'without torus tron over TCP')
    .option('--tcp-port <n>', 'the port of torus tron (4011)')
    .option('--tcp-host <address>', 'on which address (127.0.0.1)')
    .option('--tcp-per-address <n>', 'the most connections of one address (256)')
    .option(
      '--fill-after <seconds>',
      'let a house brain play against a player that has waited alone for so long',
    )
    .option('--fill-with <brain>', 'which house brain (house:random)')
    .option('--set <key=value>', 'change a setting of the map (may be repeated)', collect, [])
    .option('--size <n>', 'size of the map: 20, or 37x10')
    .option('--clock <time>', 'as for play')
    .option('--seed <n>', 'fixes all chance')
    .action(async (options: ServeFlags) =>
      options.replicaOf === undefined
        ? (await import('./serve.ts')).serve(options)
        : (await import('./serve-replica.ts')).serveReplica(options.replicaOf, options),
    )

  program
    .command('mcp')
    .description('let an assistant play here, by the Model Context Protocol on stdin and stdout')
    .option('--data <folder>', 'the folder for the games; without it they are gone at the end')
    .option('--arena <url>', 'play in this arena instead, with the key of your login or of GAMEGRID_KEY')
    .action(async (options: McpFlags) => (await import('./mcp.ts')).mcp(options))
}

function addStore(program: Command): void {
  const store = program
    .command('store')
    .description('check, back up, restore or rebuild the data of an arena')
  const DATA = ['--data <dir>', 'the folder of the arena (gamegrid-data)'] as const

  store
    .command('backup')
    .description('copy the database of the arena to a new file, also while the arena runs')
    .argument('<file>', 'where to; it must not exist yet')
    .option(...DATA)
    .action(async (file: string, options: StoreFlags) => (await import('./store.ts')).backup(file, options))

  store
    .command('restore')
    .description('replace the database by a backup; the old database moves to another folder')
    .argument('<file>', 'a backup')
    .option(...DATA)
    .action(async (file: string, options: StoreFlags) => (await import('./store.ts')).restore(file, options))

  store
    .command('check')
    .description('check the database of the arena, also while the arena runs')
    .option(...DATA)
    .action(async (options: StoreFlags) => {
      process.exitCode = (await import('./store.ts')).check(options)
    })

  store
    .command('rebuild')
    .description('derive all tables of the arena again from its log')
    .option(...DATA)
    .action(async (options: StoreFlags) => (await import('./store.ts')).rebuild(options))
}

/** What needs no arena: the machine, the rules, records and climbs. */
function addTools(program: Command): void {
  program
    .command('sandbox')
    .description('say what the sandbox can enforce on this machine')
    .action(async () => {
      process.exitCode = await (await import('./sandbox.ts')).showSandbox()
    })

  program
    .command('gamehost')
    .description('play as the host of the 2019 longest-group competition, with the same arguments')
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
    .command('export')
    .description('write all turns of records as a table: position, legal moves, move, clock, tokens, hash')
    .argument('<paths...>', 'records, or the folders of tournaments')
    .requiredOption('--out <file>', 'the file to write: its name ends in .jsonl or .parquet')
    .option(
      '--evaluate <nodes>',
      'judge each move by the strongest house brain, which searches so many positions',
    )
    .action(async (paths: string[], options: ExportFlags) =>
      (await import('./export.ts')).exportTurns(paths, options),
    )

  program
    .command('climb')
    .description(
      'let a coding agent improve a bot: the agent edits it, then the bot plays the next house brain',
    )
    .argument('<dir>', 'the folder of the bot')
    .requiredOption(
      '--agent <command>',
      'the command that edits the bot; it starts in the folder of the bot, by a shell',
    )
    .option('--challenge <name>', 'what the bot plays, if gamegrid.json does not say it')
    .option('--rounds <n>', 'the most rounds of editing (10)')
    .option('--agent-time <time>', 'how long the command may take in a round (15m)')
    .option(
      '--tokens <n>',
      'end when the agent has counted so many tokens (it writes them to the file $GAMEGRID_TOKENS)',
    )
    .option('--from <brain>', 'the first rung (house:random)')
    .option('--to <brain>', 'the last rung (the strongest house brain)')
    .option(
      '--sprt <terms...>',
      'when the bot passes a rung: elo0=0 elo1=100 asks whether it is stronger by 100 points',
    )
    .option('--pairs <n>', 'the most pairs of games, against each rung (60)')
    .option('--workers <n>', 'how many games run at once (1)')
    .option('--clock <time>', 'as for play')
    .option('--nodes <n>', 'positions that a house brain may search in a turn, instead of the clock')
    .option('--seed <n>', 'fixes all chance of the host')
    .option('--out <folder>', 'the folder of the climb; the same command continues it (DIR.climb)')
    .action(async (dir: string, options: ClimbFlags) => (await import('./climb.ts')).climb(dir, options))

  program
    .command('perft')
    .description('count the sequences of moves of a length, to check the rules')
    .argument('<game>', 'which game')
    .addOption(new Option('--depth <n>', 'how many turns').makeOptionMandatory())
    .option('--preset <name>', 'which settings of the game')
    .option('--moves <moves>', 'start after these moves')
    .option('--seed <n>', 'fixes the chance of the game', '0')
    .action(async (game: string, options: PerftFlags) =>
      (await import('./perft.ts')).countPositions(game, options),
    )
}
