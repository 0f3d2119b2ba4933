import { basename, dirname, resolve } from 'node:path'
import type { BotBody, BuildStepBody, NewBotBody, VersionBody } from '../api/bots.ts'
import { CHALLENGES } from '../challenges/index.ts'
import { readTeamAccount, type ArenaAccount } from './arena-account.ts'
import { askArena } from './ask-arena.ts'
import { readBotNote, writeBotNote } from './bot-note.ts'
import { followBuild } from './follow-build.ts'
import { enrolBot } from './ladder.ts'
import { botsOf, findBot, whoAmI } from './own-bots.ts'
import { GAMEGRID } from './own-package.ts'
import { kindOfPath, packBot, type PackedBot } from './pack-bot.ts'
import { badArgument, CommandError, findOrExit } from './problem.ts'
import { styled } from './styled.ts'
import { printable } from './text.ts'

export interface UploadFlags {
  readonly bot?: string
  readonly challenge?: string
  readonly enrol?: true
  readonly json?: true
}

/** `gamegrid upload`: sends a bot to the arena, shows how it is built and tried, and fails if it does not pass. */
export async function upload(path: string, flags: UploadFlags): Promise<void> {
  const account = readTeamAccount()
  const kind = kindOfPath(path)
  const folder = kind === 'folder' ? path : dirname(path)
  const wanted = { ...readBotNote(folder), ...flags }
  if (wanted.challenge !== undefined) findOrExit('challenge', wanted.challenge, CHALLENGES)
  const team = await whoAmI(account)
  const ownName = kind === 'archive' ? basename(path).replace(/\..*$/, '') : basename(resolve(folder))
  const bot = await findOrRegister(account, team.id, wanted, ownName)
  // An archive may lie beside other bots.
  if (kind !== 'archive') writeBotNote(folder, { challenge: bot.challenge, bot: bot.name })
  // With --json stdout has the result alone.
  const say = flags.json ? console.error : console.log
  const sent = await send(account, bot, await packBot(path))
  say(printable(`Uploaded version ${sent.version} of ${team.name} · ${bot.name} for ${bot.challenge}`))
  const version = await followBuild(account, sent, {
    step: (step) => say(styled('dim', describeStep(step))),
    line: ({ text, from }) => say(from === 'arena' ? styled('dim', printable(text)) : printable(text)),
  })
  const enrolment = flags.enrol && version.status === 'passed' ? await enrolBot(account, bot) : undefined
  if (flags.json) console.log(JSON.stringify({ ...version, ...(enrolment && { enrolment }) }))
  report(version, bot, say)
  if (enrolment) say(printable(enrolment.message))
}

/** The bot in the arena: it is registered with the first upload, when `--challenge` or the kit says what it plays. */
async function findOrRegister(
  account: ArenaAccount,
  team: number,
  { bot: wanted, challenge }: UploadFlags,
  ownName: string,
): Promise<BotBody> {
  const name = wanted ?? ownName
  const found = findBot(await botsOf(account, team), name)
  if (found && (challenge ?? found.challenge) === found.challenge) return found
  if (found)
    throw badArgument(
      `Cannot upload ${found.name} for ${challenge}: your bot of this name plays ${found.challenge}, --bot NAME gives another name`,
    )
  if (challenge === undefined)
    throw badArgument(
      `Cannot tell what ${JSON.stringify(name)} plays: name it once with --challenge, one of ${CHALLENGES.map(({ id }) => id).join(', ')}`,
    )
  const json: NewBotBody = { challenge, name }
  return askArena(account, '/bots', { method: 'POST', json })
}

/** A smaller upload has ended before a person could read its progress. */
const SHOWN_FROM = 256 * 1024
const CHUNK = 64 * 1024

function send(account: ArenaAccount, bot: BotBody, { body, file }: PackedBot): Promise<VersionBody> {
  const query = file === undefined ? '' : `?file=${encodeURIComponent(file)}`
  const isShown = process.stderr.isTTY && body.length > SHOWN_FROM
  return askArena(account, `/bots/${bot.id}/versions${query}`, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    body: isShown ? (withProgress(body) as unknown as NonNullable<RequestInit['body']>) : body,
  })
}

async function* withProgress(body: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < body.length; at += CHUNK) {
    process.stderr.write(`\rUploading ${Math.floor((100 * at) / body.length)} %`)
    yield body.subarray(at, at + CHUNK)
  }
  process.stderr.write('\r\u001B[K')
}

function describeStep({ step, ahead = 0, why }: BuildStepBody): string {
  switch (step) {
    case 'waiting':
      if (why !== undefined) return `Waiting to be built: ${why}`
      return ahead === 0 ? 'Waiting to be built' : `Waiting to be built, after ${ahead} others`
    case 'unpacking':
      return 'Unpacking'
    case 'building':
      return 'Building'
    case 'trying':
      return 'Trying it in a game'
  }
}

function report(
  { version, status, report: why }: VersionBody,
  { name }: BotBody,
  say: (line: string) => void,
): void {
  const about = why === null || why === '' ? '' : `: ${why}`
  if (status === 'passed')
    return say(
      printable(`Version ${version} of ${name} is ready to play: ${GAMEGRID} challenge house:random --watch`),
    )
  throw new CommandError(
    status === 'unjudged'
      ? printable(`The arena could not judge version ${version} of ${name}: upload it again later`)
      : printable(`Version ${version} of ${name} did not pass${about}`),
    1,
  )
}
