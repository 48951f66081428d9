import type { EntryId, OrganizationId, RootId } from '@holdfast/api/ids'
import type { Sharelink } from '@holdfast/api/sharing/links'
import { formatDate } from '@holdfast/api/time'
import { authorizeEntry } from '../../access/authorize.ts'
import { areLinksPrivate, checkLinking } from '../../access/root-rules.ts'
import { checkEmail } from '../../accounts/organizations/settings.ts'
import { fail, refuse } from '../../errors.ts'
import { pathOf } from '../../files/basics/view.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Db } from '../../platform/db/database.ts'
import type { EntryKind } from '../../platform/db/tables/files.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { recordActivity } from '../../records/activity/record-activity.ts'
import { insertLink } from '../../records/links.ts'
import { findPerson } from '../../records/people.ts'
import { hashPassword } from '../../sign-in/credentials/passwords.ts'
import { newHash } from './hash.ts'
import { subscribe } from './subscribe.ts'
import { linkView } from './view.ts'

export interface LinkToMake {
  loginRequired: boolean | undefined
  expires: string | null | undefined
  downloadLimit: number | null | undefined
  downloadNotify: boolean
  uploadNotify: boolean
  /** Follows `uploadOnly` where it is not given. */
  anonEdit: boolean | undefined
  uploadOnly: boolean
  password: string | null | undefined
  /** Addresses. */
  subscribers: readonly string[]
  notifySubscribers: boolean
  message: string | undefined
}

/** Shares an item by a link, and the link with those named. */
export async function createLink(
  ctx: Ctx,
  who: PersonPrincipal,
  path: { rootId: RootId; entryId: EntryId; kind: EntryKind },
  given: LinkToMake,
): Promise<Sharelink> {
  await authorizeSharing(ctx.db.read, who, path)
  const password_hash = given.password ? await hashPassword(given.password) : null
  return ctx.db.write(async (tx) => {
    const at = ctx.now()
    const shared = await authorizeSharing(tx, who, path)
    const { root } = shared
    const link = await insertLink(tx, {
      hash: newHash(ctx.random),
      organization_id: root.organization_id,
      root_id: root.id,
      entry_id: shared.entry.id,
      kind: path.kind,
      creator_id: who.personId,
      expires: checkedExpiry(given.expires, formatDate(at)),
      login_required: asFlag(
        await checkedLogin(tx, [who.organizationId, root.organization_id], given.loginRequired),
      ),
      download_limit: given.downloadLimit || null,
      download_notify: asFlag(given.downloadNotify),
      upload_notify: asFlag(given.uploadNotify),
      anon_edit: asFlag(given.anonEdit ?? given.uploadOnly),
      upload_only: asFlag(given.uploadOnly),
      password_hash,
      created_at: at,
      opened_at: at,
      last_used_at: null,
    })
    const about = { root, path: `${pathOf(shared.ancestors)}/${shared.entry.name}` }
    await recordActivity(tx, who, 'link_created', about, at)
    const notice = given.notifySubscribers ? { message: given.message } : undefined
    const none = { write_access: 0, delete_access: 0 } as const
    const named = given.subscribers.filter((address) => address.trim() !== '')
    for (const email of new Set(named.map((address) => checkEmail(address, 'subscribers'))))
      await subscribe(ctx, tx, { who, link, shared, at }, { email }, none, notice)
    const creator = (await findPerson(tx, who.personId)) ?? fail('not_found')
    const seen = { seesItem: true, manages: true, blind: false, subscriber: undefined }
    return linkView(ctx, tx, { link, creator, shared, ...seen }, { withSubscribers: true, at })
  })
}

/** Links need the right to share, and policies that let people do so. */
async function authorizeSharing(
  db: Db,
  who: PersonPrincipal,
  path: { rootId: RootId; entryId: EntryId; kind: EntryKind },
) {
  const shared = await authorizeEntry(db, who, path, 'FILE_SHARE')
  if (shared.deleted) fail('not_found', `The ${path.kind} was deleted.`)
  await checkLinking(db, who, shared.root)
  return shared
}

export const asFlag = (value: boolean): 0 | 1 => (value ? 1 : 0)

/** What has ended before it began helps nobody. */
export function checkedExpiry(given: string | null | undefined, today: string): string | null {
  if (given && given < today) refuse('expires', 'must not be in the past')
  return given ?? null
}

/**
 * Where shares must be private they are, unless someone asks for the contrary, which is then refused. Both have a say: the
 * organization of who shares, and the one that keeps the item.
 */
export async function checkedLogin(
  db: Db,
  organizations: readonly OrganizationId[],
  given: boolean | undefined,
): Promise<boolean> {
  const secure = await areLinksPrivate(db, organizations)
  if (secure && given === false)
    fail('policy_error', 'The policy of the organization requires sign-in for links (secure_shares).')
  return given ?? secure
}
