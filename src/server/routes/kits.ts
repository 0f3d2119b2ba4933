import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { KitParams, KitSourceBody } from '../../api/challenges.ts'
import { TextBody } from '../../api/schema.ts'
import { show } from '../../base/fields.ts'
import type { Challenge } from '../../challenges/challenge.ts'
import { notFound } from '../../protocols/request-error.ts'
import { kitsFor, type ChallengeKit } from '../../wires/kits.ts'
import type { App } from '../context.ts'
import { nameKit, zipKit } from '../kit-archive.ts'
import { originOf } from '../origin-of.ts'
import { challengeOr404 } from '../challenge-or-404.ts'

/** Bots to start from, one for each language. */
export function kitRoutes(app: App): void {
  const tags = ['challenges']

  app.get(
    '/api/v1/challenges/:challenge/kits/:language',
    {
      schema: {
        summary: 'A bot to start from, as a zip that you can upload as it is',
        operation: 'downloadKit',
        tags,
        access: 'public',
        params: KitParams,
        response: { 200: TextBody('application/zip', 'The zip') },
        refuses: [404],
      },
    },
    async (request, reply) => {
      const challenge = challengeOr404(request.params.challenge)
      const kit = findKit(challenge, request.params.language)
      void reply
        .type('application/zip')
        .header('content-disposition', `attachment; filename="${nameKit(kit, challenge)}.zip"`)
      return zipKit(kit, challenge, originOf(request))
    },
  )

  app.get(
    '/api/v1/challenges/:challenge/kits/:language/source',
    {
      schema: {
        summary: 'The source file of a kit, for an editor',
        operation: 'getKitSource',
        tags,
        access: 'public',
        params: KitParams,
        response: { 200: KitSourceBody },
        refuses: [404],
      },
    },
    async (request) => {
      const { edit, folder } = findKit(challengeOr404(request.params.challenge), request.params.language)
      return { file: edit, text: await readFile(join(folder, edit), 'utf8') }
    },
  )
}

function findKit(challenge: Challenge, name: string): ChallengeKit {
  const kits = kitsFor(challenge)
  const kit = kits.find((one) => one.name === name)
  if (kit) return kit
  throw notFound(`kit ${show(name)} for ${challenge.id}: there are ${kits.map((one) => one.name).join(', ')}`)
}
