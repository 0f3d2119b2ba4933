import type { ProblemCode } from './problem-codes.ts'

/**
 * The usual cause of each problem, and its cure, for the reference. The message of a problem names the thing itself. A code without
 * both does not compile.
 */
export const PROBLEM_TEXTS: Readonly<Record<ProblemCode, readonly [cause: string, cure: string]>> = {
  // 400
  'archive-cut': ['The connection ended before the whole archive arrived.', 'Upload it again.'],
  'archive-empty': [
    'The archive has no bytes, or no file in it.',
    'Pack the folder of your bot, and look into the archive before you upload it.',
  ],
  'bad-address': ['The address of a Redis queue has a mistake.', 'Write it as `redis://HOST:PORT`.'],
  'bad-challenge': [
    'Battles are for the challenges of the SSE arena.',
    'Choose `tic-tac-toe` or `quoridor`.',
  ],
  'bad-clock': [
    'The clock has a mistake, is too long, or is fixed in this match.',
    'Write `10s`, `500ms` or `60s+2s`; choose a clock only in practice against a house brain.',
  ],
  'bad-command': [
    'The command of a bot names no program that may run.',
    'Name a file of the bot like `./bot`, or a runtime like `python3`.',
  ],
  'bad-date': [
    'A time has a mistake, or lies in the past.',
    'Write a date and a time with its zone, like `2026-11-16T15:00:00Z`.',
  ],
  'bad-entrants': [
    'A contest has too few or too many entrants, or one entrant twice.',
    'Correct the list of entrants.',
  ],
  'bad-file': [
    'The name of a source file is unusual, or its ending is unknown.',
    'Use a name like `bot.py`, or upload an archive with a `gamegrid.json`.',
  ],
  'bad-mark': [
    'A mark is no number within the limits, or the contest has no judges.',
    'Give a number from 0 to the most points, with at most one decimal.',
  ],
  'bad-model': [
    'The arena cannot call a language model: it calls none, or the key or the price of the model is missing.',
    'Do what the message says; the organiser sets keys and budgets.',
  ],
  'bad-name': [
    'A name is empty, too long, or has signs that names may not have.',
    'Choose a name of letters, digits, dots and dashes.',
  ],
  'bad-opponent': [
    'The opponent does not exist, or cannot play now.',
    'Choose `house:NAME`, `bot:ID`, `player:ID` or `open`.',
  ],
  'bad-options': ['The options of a format are no object.', 'Send an object like `{"games": 2}`.'],
  'bad-plan': [
    'A plan contradicts itself, like a break that ends before it begins.',
    'Correct the part that `at` names.',
  ],
  'bad-player': [
    'The player of the request has a mistake in its name, or does not exist.',
    'Write `bot:ID`, `bot:ID@VERSION`, `player:ID`, `house:NAME` or `wire`.',
  ],
  'bad-program': [
    'The command line of a bot starts no program on this machine.',
    'Check the path, the right to execute the file, and whether its runtime is installed.',
  ],
  'bad-request': [
    'A part of the request does not have the form that the API expects.',
    'Look at `at` in the answer, and at the example of the operation in the reference.',
  ],
  'bad-rules': [
    'Rules of a match have an unknown or impossible value.',
    'Correct the rule that the message names.',
  ],
  'bad-seed': ['A seed is no whole number from 0 up.', 'Give a whole number, or leave the seed out.'],
  'bad-setting': [
    'A setting of a game has a wrong value.',
    'Look into [the settings](settings.md) for the values that it accepts.',
  ],
  'bad-settings': ['The settings are no object.', 'Send an object like `{"size": 5}`.'],
  'bad-sprt': ['The terms of a sequential test have a mistake.', 'Write them like `elo0=0 elo1=10`.'],
  'bad-start-up': ['A start-up time has a mistake.', 'Write a time like `5s` or `500ms`.'],
  'bad-tournament': [
    'The settings of a contest contradict each other, or its file is damaged.',
    'Do what the message says.',
  ],
  'bad-url': [
    'The arena cannot call an address.',
    'Give an `http` or `https` address that the machine of the arena can reach.',
  ],
  'bad-version': ['The bot has no such version.', 'List its versions, and choose one of them.'],
  illegal: [
    'The rules forbid this move in this position, or the word is no move.',
    'Choose one of `legal` in the answer of `getTurn`; you may try again, and your clock runs.',
  ],
  'no-run-command': [
    'The upload has build commands, but no command that runs the bot.',
    'Give `run` as well.',
  ],
  'other-challenge': ['The bot plays another challenge.', 'Choose a bot of this challenge.'],
  'session-key': [
    'The request would rotate the session of a browser, which is no key.',
    'Sign in again, or rotate the key itself.',
  ],
  'unknown-bot': ['There is no bot with this id.', 'List the bots of your team for their ids.'],
  'unknown-brain': [
    'The challenge has no house brain of this name.',
    'List them with `gamegrid brains` or `GET /api/v1/challenges/ID`.',
  ],
  'unknown-case': [
    'There is no such case of an evaluation.',
    'List them with `GET /api/v1/evaluations/cases`.',
  ],
  'unknown-challenge': [
    'There is no challenge of this id.',
    'List them with `gamegrid games` or `GET /api/v1/challenges`.',
  ],
  'unknown-entrant': [
    'No entrant of the contest has this name, or it does not play in that match.',
    'Copy the name from the standings.',
  ],
  'unknown-format': ['There is no such format of contests.', 'List them with `GET /api/v1/formats`.'],
  'unknown-program': [
    'The program of a bot is not among those that the sandbox may start.',
    'Name a file of the bot, or a runtime that `gamegrid sandbox` lists.',
  ],
  'unknown-runtime': [
    'The sandbox does not know which files this runtime needs.',
    'Use a runtime that `gamegrid sandbox` lists.',
  ],
  'unknown-setting': [
    'The game has no setting of this name.',
    'Look into [the settings](settings.md), and check the spelling.',
  ],
  // 401
  'no-key': ['The request shows no key, and the address needs one.', 'Send `Authorization: Bearer KEY`.'],
  // 403
  'entry-refused': ['The organiser has refused your team.', 'Talk to the organiser.'],
  'expired-link': [
    'The link has ended: it is too old, a newer one exists, or a person revoked the key that made it.',
    'Ask for a new link.',
  ],
  forbidden: [
    'Your key may not do this: it belongs to another team, or only the organiser may.',
    'Use the right key, or ask the organiser.',
  ],
  'not-invited': ['The challenge is for another team.', 'Take up one that is open, or that names your team.'],
  'not-your-bot': ['The bot belongs to another team.', 'Choose a bot of your own.'],
  'registration-closed': [
    'Only the organiser registers teams in this arena.',
    'Ask the organiser for a key or a sign-in link.',
  ],
  'unknown-link': [
    'There is no such link; perhaps a part of it is missing.',
    'Copy the whole link, or ask for a new one.',
  ],
  'used-invitation': [
    'The link of the organiser works once, and only the newest one.',
    'Start the server again: it prints a new link while there is no organiser.',
  ],
  'used-link': ['The sign-in link works once, and it has been opened already.', 'Ask for a new one.'],
  'wrong-key': [
    'The key is not valid here: a person revoked it, it has expired, or it is for something else.',
    'Check that you copied the whole key. Sign in again, or ask for another key.',
  ],
  // 404
  'not-found': ['The address names nothing that exists.', 'Check the id and the spelling of the address.'],
  'not-joined': ['The team has not joined this contest.', 'Join by the link of the contest first.'],
  'unknown-code': ['No contest has this join code.', 'Read the code again, or ask for the new link.'],
  'unknown-match': [
    'There is no such match, or the organiser cannot decide it now.',
    'Take the id or the key from the schedule.',
  ],
  'unknown-tournament': ['There is no contest with this id.', 'List them with `GET /api/v1/tournaments`.'],
  'unknown-version': ['The bot has no such version.', 'List its versions, and choose one of them.'],
  // 405, 408
  'wrong-method': [
    'The address exists, but not for this method.',
    'Use one of the methods in the header `Allow`.',
  ],
  'too-slow': [
    'The body of the request made no progress for too long.',
    'Send it again over a better connection.',
  ],
  // 409
  'already-delivered': ['The receiver has taken this delivery.', 'You need not do anything.'],
  'battle-open': [
    'The last battle of these teams still waits for one of them.',
    'Start that battle, or wait until the arena gives it up.',
  ],
  'bot-not-ready': [
    'No version of the bot can play: none has passed its build and trial.',
    'Look at its versions for the reason, and upload a version that passes.',
  ],
  'entry-closed': ['The contest takes no more teams, or it has begun.', 'Ask the organiser.'],
  'has-started': [
    'The contest has started, and this part can change only before.',
    'Change another part of the plan, or make another contest.',
  ],
  'last-key': [
    'This is the last key of the organiser. Without it no person could act as the organiser.',
    'Make or rotate a key first.',
  ],
  'later-played': [
    'Later matches depend on the result of this one.',
    'Replay or decide the later matches first.',
  ],
  'name-taken': [
    'Another team, bot or season has this name.',
    'Choose another name; add a version to your bot instead of a second bot.',
  ],
  'no-next-round': ['No round waits for its call.', 'Wait until the matches of the round are over.'],
  'no-team-url': [
    'A team has not set the address of its server.',
    'Set the team URL of the challenge first.',
  ],
  'not-open': [
    'The match is no open invitation any more, or it is over.',
    'Look at its status; ask for another game.',
  ],
  'not-over': ['The match is not over yet.', 'Wait for its end.'],
  'not-started': [
    'The match or contest has not begun, or it has no turn yet.',
    'Wait for its start: `?wait=` holds the answer back.',
  ],
  'not-unjudged': [
    'The server tries only those versions again that it failed to try.',
    'Upload another version.',
  ],
  'not-your-turn': [
    'The server does not ask you now, or the turn in your answer has passed.',
    'Ask for your turn with `?wait=`, and answer that turn.',
  ],
  'nothing-to-extend': ['The contest has no start, break or absence that lies ahead.', 'Look at its plan.'],
  'own-match': ['Both players would be your own team.', 'Choose another opponent.'],
  'run-open': ['An evaluation of your team still runs.', 'Wait for its end.'],
  'teams-not-ready': [
    'Some of the teams that joined have no bot that can play.',
    'Wait for them, or start with `?unready=leave-out` or `?unready=by-wire`.',
  ],
  'too-late': [
    'Your time was up before the answer came.',
    'Answer sooner; the clock starts when the server has the question for you.',
  ],
  'tournament-damaged': [
    'The results of a contest in the log contradict each other.',
    'As the organiser, annul the result that the message names: the match is played again.',
  ],
  'tournament-over': ['The contest is over.', 'You cannot change it any more; make another contest.'],
  withdrawn: [
    'The organiser withdrew the entrant, or the team withdrew its invitation.',
    'You need not do anything.',
  ],
  // 410 to 426
  gone: ['The server has removed the file to make room for newer versions of the team.', 'Upload it again.'],
  over: ['The game is over.', 'Ask for another game.'],
  'team-quota': [
    'With this upload, your team would store more than its quota.',
    'Upload a smaller archive; the server removes old versions by itself where it can.',
  ],
  'too-big': [
    'The body is larger than the server takes.',
    'Leave out files that the bot does not need, like build results and data.',
  ],
  'too-long': ['The address is too long.', 'Send less in the query, or as a body.'],
  'bad-media-type': [
    'This address does not take this content type.',
    'Send JSON, or an archive, as the reference says.',
  ],
  'wrong-host': [
    'The request uses a host name that the server does not know.',
    'The organiser starts it with `--public-host NAME`.',
  ],
  'no-socket': [
    'The address is for a WebSocket.',
    'Ask for an upgrade, or use the server-sent events instead.',
  ],
  // 429, 431
  'too-fast': [
    'You sent more requests, or more wrong keys, than one client may.',
    'Wait as long as `Retry-After` says; use `?wait=` or streams instead of polling.',
  ],
  'too-many-battles': [
    'Too many battles run, of your team or of all teams.',
    'Play one to its end, or try again later.',
  ],
  'too-many-bots': [
    'The number of bots of your team has reached its limit.',
    'Add versions to a bot that you have.',
  ],
  'too-many-evaluations': ['Too many evaluations run.', 'Try again later.'],
  'too-many-games': ['Too many games of your team are open.', 'Finish one first.'],
  'too-many-invitations': ['Too many invitations wait for an answer.', 'Withdraw one, or wait.'],
  'too-many-keys': ['The number of keys or links has reached its limit.', 'Revoke one first.'],
  'too-many-matches': ['Too many matches that your team started wait or run.', 'Wait until one is over.'],
  'too-many-streams': ['One client has too many streams open.', 'Close those that you do not read.'],
  'too-many-versions': ['The number of versions of the bot has reached its limit.', 'Register another bot.'],
  'too-many-waiting': ['Too many requests or uploads of your team wait.', 'Wait until one is done.'],
  'too-many-webhooks': ['The number of webhooks has reached its limit.', 'Remove one first.'],
  unanswered: [
    'A moment ago one of the two teams did not join their battle.',
    'Try again after the time that the message names.',
  ],
  'headers-too-big': [
    'The headers of the request are too large.',
    'Send fewer or shorter headers and cookies.',
  ],
  // 500 and up
  'server-error': [
    'The server has a fault. All moves that it acknowledged are safe.',
    'Try again. If it fails again, tell the organiser: the server log has the details.',
  ],
  'arena-unreachable': ['A replica cannot reach its arena.', 'Try again in a moment.'],
  busy: ['The server is overloaded.', 'Wait as long as `Retry-After` says.'],
  'records-busy': ['The server writes too many records at the moment.', 'Try again in a moment.'],
  'disk-full': [
    'The disk of the server is full. Nothing is lost, and all clocks stand still.',
    'The organiser makes room; matches go on by themselves.',
  ],
  'no-room': [
    'The disk of the server is nearly full, so the server starts no new matches, builds or uploads.',
    'The organiser makes room.',
  ],
  // On one machine
  'archive-damaged': [
    'The server cannot unpack an archive: it is damaged or cut short.',
    'Pack it again, and test it with your own tools.',
  ],
  'archive-entries': [
    'An archive has too many files.',
    'Leave out files that the bot does not need, like `node_modules`.',
  ],
  'archive-format': [
    'The file is no zip, tar or tar.gz.',
    'Pack it as one of these, or name the one source file with `?file=`.',
  ],
  'archive-limit': [
    'To unpack an archive takes too much time or memory.',
    'Pack it again with plain files, without special headers.',
  ],
  'archive-link': ['An archive has a link in it.', 'Put the file itself in its place.'],
  'archive-name': [
    'A name in an archive leads outside its folder, or is no usable name.',
    'Pack the files with plain relative names.',
  ],
  'archive-size': ['The unpacked files are too large.', 'Leave out data and build results.'],
  'archive-special': [
    'An archive has a device, a pipe or a socket in it.',
    'Pack plain files and folders alone.',
  ],
  'archive-twice': ['An archive has two files of the same name.', 'Pack it again with each name once.'],
  'archive-unreadable': ['An archive is encrypted.', 'Pack it without a password.'],
  'backup-failed': [
    'The command could not write a backup.',
    'Check the target folder, its rights and its room.',
  ],
  'bad-allow-list': [
    'A host in `--team-host` has a mistake.',
    'Write a host, `*.domain`, or a network like `192.168.7.0/24`.',
  ],
  'bad-body': [
    'The body of a request in the SSE arena is no readable JSON or form.',
    'Send `{"action":"…","position":"…"}`.',
  ],
  'bad-boost': ['The word for a boost is unknown.', 'Write `True` or `False`.'],
  'bad-budget': ['A budget has a mistake.', 'Write dollars like `5usd`, or tokens like `2Mtokens`.'],
  'bad-callback-host': ['A host in `--callback-host` has a mistake.', 'Write `HOST` or `HOST:PORT`.'],
  'bad-certificate': [
    'The server cannot use the certificate or its key for HTTPS.',
    'Give both in PEM, the certificate with its chain.',
  ],
  'bad-commands': [
    'The arena cannot tell how to build and run the bot.',
    'Call its source `bot` or `main`, or write a `gamegrid.json`.',
  ],
  'bad-document': [
    'A client cannot read the answer of the server.',
    'Check that the address is that of an arena, and the format.',
  ],
  'bad-fill': ['The time of `--fill-after` is no number of seconds.', 'Give seconds from 0 up.'],
  'bad-folder': ['The command cannot use a folder.', 'Check its path and its rights.'],
  'bad-format': [
    'The ending of an address on the polling wire is unknown.',
    'Write `json`, `xml`, `yaml` or `msgpack`.',
  ],
  'bad-full': ['The word of `?full=` is unknown.', 'Write `true` or `false`.'],
  'bad-game': [
    'The lobby for torus tron has settings that this wire cannot send.',
    'Keep `edge=torus`, `timing=simultaneous`, `moves=compass` and `boosts=0`.',
  ],
  'bad-id': ['An id on the polling wire is no number.', 'Take the ids from the answer that made the game.'],
  'bad-manifest': ['`gamegrid.json` of a bot has a mistake.', 'Correct the field that the message names.'],
  'bad-maps': ['The lobby has no map.', 'Give at least one.'],
  'bad-prompt': [
    'The command cannot read a prompt for models.',
    'Name a variant or a file, as `--prompt` says.',
  ],
  'bad-public-host': [
    'A name in `--public-host` has a mistake.',
    'Write a name like `arena.example.org`, with or without a port.',
  ],
  'bad-record': [
    'A line of a record does not follow from the lines before.',
    'A person or a program changed the file, or it is damaged: fetch it again.',
  ],
  'bad-rounds': ['A match over TCP has one round.', 'Choose best of 1.'],
  'bad-turn': ['The word for a turn is unknown.', 'Write `Left`, `Right` or `None`.'],
  'bad-wait': ['The time of `?wait=` has a mistake.', 'Give seconds from 0 to 25.'],
  'bad-wire': [
    'There is no such wire, or it cannot play this game.',
    'Choose the wire of the challenge, or `json`.',
  ],
  'brain-game': ['The brain is for another game.', 'Choose a challenge of its game.'],
  'brain-load': [
    'The file of a brain threw an error while gamegrid loaded it.',
    'Correct the error that the message shows.',
  ],
  'brain-not-loaded': [
    'The runner asked a brain before it loaded the brain.',
    'Report it: this is a fault of gamegrid.',
  ],
  'brain-shape': ['The file exports no brain.', 'Export `{ name, move }` as its default.'],
  'brain-unknown': ['The game has no house brain of this name.', 'List them with `gamegrid brains`.'],
  'build-failed': [
    'A build command of the bot failed.',
    'Read the log of the build; run the same command in a clean folder.',
  ],
  'build-folder': [
    'The arena cannot store the built files.',
    'Write plain files into the folder of the bot alone.',
  ],
  'build-limit': [
    'The build took too long, or used too much memory or room.',
    'Make it smaller, or upload a bot that you have built.',
  ],
  'build-stopped': ['A stop of the server interrupted the build.', 'Upload again, or ask for another try.'],
  'cannot-connect': [
    'The client could not connect, or the other side does not speak the right protocol.',
    'Check the address and whether the server runs.',
  ],
  'cannot-listen': ['The server cannot listen at this address.', 'Choose another port or address.'],
  'folder-busy': ['Another gamegrid uses the folder.', 'End it first, or choose another folder.'],
  'folder-empty': [
    'The folder has no tournament to resume.',
    'Check the path, or begin one without `--resume`.',
  ],
  'folder-other': [
    'The folder holds another tournament than the command describes.',
    'Give the same arguments as before, or another folder.',
  ],
  'folder-results': ['A line of the results is damaged.', 'Restore the file, or begin in a new folder.'],
  'folder-used': ['A tournament has begun in this folder.', 'Add `--resume`, or choose another folder.'],
  'guest-gone': [
    'The server restarted, and the TCP connection of the player was lost.',
    'Connect again, and play another game.',
  ],
  'host-failed': ['The host failed, not the bot.', 'Try again.'],
  'match-players': [
    'A stored match has one player only.',
    'You need not do anything: no second player ever joined.',
  ],
  'match-rules': [
    'A match began under other rules of its game.',
    'Look at it with the gamegrid that played it.',
  ],
  'match-void': ['The match counts for no team, so there is no winner.', 'Play it again.'],
  'no-wire': [
    'The arena cannot reach the bot by the wire of the challenge.',
    'Choose `--wire json`, or another bot.',
  ],
  'outgoing-failed': [
    'A server that the arena called gave a wrong answer or none.',
    'Check that server; its address and the reason are in the message.',
  ],
  'outgoing-forbidden': [
    'The arena may not call this address.',
    'The organiser allows it with `--team-host`.',
  ],
  'outgoing-host-is-short': [
    'The host of an address is too short a word to be public.',
    'Give its whole name, or let the organiser allow it with `--team-host`.',
  ],
  'player-failed': ['A player on this machine failed.', 'Correct the fault that the message names.'],
  'port-taken': ['Another program listens on this port.', 'End it, or choose another port.'],
  'restore-failed': ['The file is no valid backup of an arena.', 'Try an older backup.'],
  'sandbox-cores': [
    'The affinity mask names a core that the machine does not have.',
    'Choose cores that the message lists.',
  ],
  'sandbox-failed': [
    'The sandbox could not start the program.',
    'Run `gamegrid sandbox`: it says what is missing.',
  ],
  'sandbox-folder': ['The sandbox cannot mount the folder of the bot.', 'Give a folder that you may read.'],
  'sandbox-unavailable': [
    'This machine offers no sandbox.',
    'Run `gamegrid sandbox`: it names what is missing and what to do.',
  ],
  'server-busy': ['The server is overloaded.', 'Wait; the client tries again by itself.'],
  'server-lost': ['The client cannot reach the server.', 'Check the address and the network.'],
  'server-refused': ['The server refused the request of the client.', 'Do what the message says.'],
  'server-unreadable': [
    'The client cannot read the answer of the server.',
    'Check that the address is an arena, and which version it has.',
  ],
  'stdio-failed': ['The pipes to a program failed.', 'Try again, and read the stderr of the program.'],
  stopped: ['The game stopped before its end.', 'Begin it again.'],
  'store-busy': ['Another gamegrid uses the data folder.', 'End it first.'],
  'store-damaged': ['The database of the arena is damaged.', 'Restore the newest backup.'],
  'store-disk': ['The disk failed while the server wrote to the store.', 'Check the disk, then start again.'],
  'store-forbidden': ['The server has no right to read or write the data folder.', 'Correct its rights.'],
  'store-foreign': ['The database belongs to another program.', 'Choose another folder.'],
  'store-full': ['The disk of the data folder is full.', 'Make room and start again.'],
  'store-inconsistent': [
    'The tables do not follow from the log.',
    'Run `gamegrid store` to check and rebuild it.',
  ],
  'store-lost': ['The folder has bots, but its database is missing.', 'Restore the database from a backup.'],
  'store-missing': ['There is no arena in this folder.', 'Check the path.'],
  'store-newer': ['A newer gamegrid wrote the store.', 'Use that version or a newer one.'],
  'store-not-a-database': ['The file is no database.', 'Choose another folder, or restore a backup.'],
  'store-not-a-folder': ['The path is no folder.', 'Choose a folder.'],
  'store-refused': [
    'The store refused an entry.',
    'Report it with the message: this is a fault of gamegrid.',
  ],
  'store-unsound': [
    'A check found a fault in the store.',
    'Restore the newest backup that passes the check.',
  ],
  'terminal-missing': [
    'This machine has no pseudo-terminals, or no C compiler.',
    'Leave out `--pty`, or install a C compiler.',
  ],
  'trial-failed': [
    'The bot did not pass its trial game.',
    'Read the report; run `gamegrid check` on your machine.',
  ],
  'trial-host': ['The server could not try the bot.', 'Try again.'],
  'trial-stopped': ['A stop of the server interrupted the trial.', 'Ask for another try.'],
  'unknown-evaluation': ['There is no such evaluation.', 'Take the id from the list of evaluations.'],
  'unknown-name': ['A name on the command line is unknown.', 'The message suggests the nearest one.'],
  'unreadable-datum': [
    'The text that came over TCP is no s-expression.',
    'Write as [the page of the wire](../wire/torus-tron.md) shows.',
  ],
  'unreadable-move': [
    'The text is no move in the notation of the game.',
    'Write a move as the page of its rules shows.',
  ],
  'workshop-disk': [
    'The server cannot unpack or build the bot on its disk.',
    'The organiser checks the disk.',
  ],
}
