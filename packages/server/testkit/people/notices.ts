import { uploadToRoot } from '@holdfast/api/files/files'
import type { OrganizationId, RootId } from '@holdfast/api/ids'
import { createShare, updateShareSubscribers } from '@holdfast/api/sharing/shares'
import { parseMail } from '../../src/platform/mail/mailer.contract.ts'
import type { Someone, World } from '../servers/world.ts'

/** A mail as its receiver has it, in both forms. */
export interface Letter {
  subject: string
  text: string
  html: string
  /** Where it can be turned off. */
  stop: string
  headers: Map<string, string>
}

/** Mails about shared files, and what they are about. */
export function useNotices(world: World) {
  return {
    /** The mails about shared files that someone was sent so far. */
    async lettersTo({ email }: Pick<Someone, 'email'>): Promise<Letter[]> {
      await world.runJobs()
      return (await world.mails())
        .map(parseMail)
        .filter(({ headers }) => headers.get('to') === email && headers.has('list-unsubscribe'))
        .map(({ headers, parts }) => ({
          subject: headers.get('subject') ?? '',
          text: parts.get('text/plain') ?? '',
          html: parts.get('text/html') ?? '',
          stop: headers.get('list-unsubscribe')?.slice(1, -1) ?? '',
          headers,
        }))
    },

    /** Lets so much time go by that all is mailed which gathered until now. */
    async later(): Promise<void> {
      world.clock.advance({ minutes: 3 })
      await world.runJobs()
    },

    /** A team share that those named take part in. */
    async share(
      boss: Someone,
      organization_id: OrganizationId,
      members: readonly Someone[],
      given: object = {},
    ) {
      const share = await boss.call(createShare, { organization_id, name: 'Plans', ...given })
      await boss.call(updateShareSubscribers, {
        organization_id,
        root_id: share.id,
        subscribers: members.map(({ id }) => [id, 'web', 'EDITOR']),
      })
      return share
    },

    put: (by: Someone, root_id: RootId, name: string, content = 'text') =>
      by.call(uploadToRoot, { root_id, file: { name, bytes: new Blob([content]) } }),
  }
}
