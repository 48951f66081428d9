import type { SharelinkId } from '@holdfast/api/ids'
import type { Sharelink } from '@holdfast/api/links'
import { formatDate } from '@holdfast/api/time'
import { authorizeLink, describeLink } from '../../access/links.ts'
import { fail, refuse } from '../../errors.ts'
import { pathOf } from '../../files/basics/view.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { recordActivity } from '../../records/activity/record-activity.ts'
import {
  findLinkForUpdate,
  type LinkRow,
  listSubscribers,
  updateLinkRow,
  updateSubscriberRow,
} from '../../records/links.ts'
import { findPersonByEmail } from '../../records/people.ts'
import { hashPassword } from '../../sign-in/credentials/passwords.ts'
import { asFlag, checkedExpiry, checkedLogin } from './create-link.ts'
import { makeGuest } from './subscribe.ts'
import { tellAs } from './tell-subscriber.ts'
import { linkView } from './view.ts'

export interface LinkChange {
  loginRequired?: boolean | undefined
  expires?: string | null | undefined
  downloadLimit?: number | null | undefined
  downloadNotify?: boolean | undefined
  uploadNotify?: boolean | undefined
  anonEdit?: boolean | undefined
  uploadOnly?: boolean | undefined
  password?: string | null | undefined
}

export async function updateLink(
  ctx: Ctx,
  who: PersonPrincipal,
  id: SharelinkId,
  change: LinkChange,
): Promise<Sharelink> {
  await authorizeLink(ctx.db.read, who, id)
  const password_hash = change.password ? await hashPassword(change.password) : null
  return ctx.db.write(async (tx) => {
    const at = ctx.now()
    const { link, ...about } = await holdLink(tx, who, id)
    const { shared } = about
    checkKind(link, change)
    // A link that nobody can add to and nobody can look into would be of no use.
    const anonEdit = change.anonEdit ?? (change.uploadOnly || undefined)
    const updated = await updateLinkRow(tx, id, {
      ...(change.loginRequired !== undefined && {
        login_required: asFlag(await checkedLogin(tx, shared, change.loginRequired)),
      }),
      ...(change.expires !== undefined && { expires: checkedExpiry(change.expires, formatDate(at)) }),
      ...(change.downloadLimit !== undefined && { download_limit: change.downloadLimit || null }),
      ...(change.downloadNotify !== undefined && { download_notify: asFlag(change.downloadNotify) }),
      ...(change.uploadNotify !== undefined && { upload_notify: asFlag(change.uploadNotify) }),
      ...(anonEdit !== undefined && { anon_edit: asFlag(anonEdit) }),
      ...(change.uploadOnly !== undefined && { upload_only: asFlag(change.uploadOnly) }),
      ...(change.password !== undefined && { password_hash }),
      // So that there is always something to set.
      hash: link.hash,
    })
    if (updated.login_required && !link.login_required) await letAddressesIn(ctx, tx, who, updated)
    const item = { root: shared.root, path: `${pathOf(shared.ancestors)}/${shared.entry.name}` }
    await recordActivity(tx, who, 'link_changed', item, at)
    const access = { link: updated, ...about, manages: true, subscriber: undefined }
    return linkView(ctx, tx, access, { withSubscribers: true, at })
  })
}

function checkKind({ kind }: LinkRow, { uploadNotify, uploadOnly }: LinkChange): void {
  if (kind === 'folder') return
  if (uploadNotify !== undefined) refuse('upload_notify', 'of folders only')
  if (uploadOnly !== undefined) refuse('upload_only', 'of folders only')
}

/** A link, whether it works or not, for one change at a time. */
export async function holdLink(tx: Tx, who: PersonPrincipal, id: SharelinkId) {
  await findLinkForUpdate(tx, id)
  const link = await authorizeLink(tx, who, id)
  const about = (await describeLink(tx, who, link)) ?? fail('not_found', 'What it shared is gone.')
  return { link, ...about }
}

/** Addresses of nobody could open the link while it was public; from now on they need an account for that. */
export async function letAddressesIn(ctx: Ctx, tx: Tx, who: PersonPrincipal, link: LinkRow): Promise<void> {
  const at = ctx.now()
  for (const { id, email } of await listSubscribers(tx, [link.id])) {
    if (email === null) continue
    const known = await findPersonByEmail(tx, email)
    const person = known ?? (await makeGuest(tx, who, link, email, at))
    const row = await updateSubscriberRow(tx, id, { person_id: person.id, email: null, email_key: null })
    if (!known) await tellAs(ctx, tx, who, { link, at }, row, undefined)
  }
}
