import type { SharelinkId } from '@holdfast/api/ids'
import type { Sharelink } from '@holdfast/api/sharing/links'
import { formatDate } from '@holdfast/api/time'
import { authorizeLink, describeLink, seesLink } from '../../access/links.ts'
import { fail, refuse } from '../../errors.ts'
import { pathOf } from '../../files/basics/view.ts'
import { differing } from '../../platform/basics/differing.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { recordActivity } from '../../records/activity/record-activity.ts'
import { findRequest } from '../../records/file-requests.ts'
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

/** Changes what is given. What is no different stays, even where it could not be set today. */
export async function updateLink(
  ctx: Ctx,
  who: PersonPrincipal,
  id: SharelinkId,
  asked: LinkChange,
): Promise<Sharelink> {
  await authorizeLink(ctx.db.read, who, id, 'close')
  const password_hash = asked.password ? await hashPassword(asked.password) : null
  return ctx.db.write(async (tx) => {
    const at = ctx.now()
    const { link, ...about } = await holdLink(tx, who, id, 'close')
    const { shared } = about
    const change = differing(asked, asItIs(link))
    const view = (row: LinkRow) =>
      linkView(
        ctx,
        tx,
        { link: row, ...about, manages: true, subscriber: undefined },
        { withSubscribers: true, at },
      )
    if (Object.keys(change).length === 0) return view(link)
    if (!onlyCloses(change)) await authorizeLink(tx, who, id, 'change')
    checkKind(link, change)
    // What senders gave is not for the others to see.
    if (change.uploadOnly === false && (await findRequest(tx, id)))
      refuse('upload_only', 'the link is a file request: create another link')
    // A link that nobody can add to and nobody can look into would be of no use.
    const anonEdit = asked.anonEdit ?? (change.uploadOnly || undefined)
    const updated = await updateLinkRow(tx, id, {
      ...(change.loginRequired !== undefined && {
        login_required: asFlag(
          await checkedLogin(
            tx,
            [about.creator.organization_id, shared.root.organization_id],
            change.loginRequired,
          ),
        ),
      }),
      ...(change.loginRequired === false && link.login_required === 1 && { opened_at: at }),
      ...(change.expires !== undefined && { expires: checkedExpiry(change.expires, formatDate(at)) }),
      ...(change.downloadLimit !== undefined && { download_limit: change.downloadLimit || null }),
      ...(change.downloadNotify !== undefined && { download_notify: asFlag(change.downloadNotify) }),
      ...(change.uploadNotify !== undefined && { upload_notify: asFlag(change.uploadNotify) }),
      ...(anonEdit !== undefined && { anon_edit: asFlag(anonEdit) }),
      ...(change.uploadOnly !== undefined && { upload_only: asFlag(change.uploadOnly) }),
      ...(change.password !== undefined && { password_hash }),
    })
    if (updated.login_required && !link.login_required) await letAddressesIn(ctx, tx, who, updated)
    const item = { root: shared.root, path: `${pathOf(shared.ancestors)}/${shared.entry.name}` }
    await recordActivity(tx, who, 'link_changed', item, at)
    return view(updated)
  })
}

/** Those who may not see a link can make it ask for a sign-in, and no more. */
const onlyCloses = ({ loginRequired, ...more }: LinkChange): boolean =>
  loginRequired === true && Object.keys(more).length === 0

function checkKind({ kind }: LinkRow, { uploadNotify, uploadOnly }: LinkChange): void {
  if (kind === 'folder') return
  if (uploadNotify !== undefined) refuse('upload_notify', 'only for links to folders')
  if (uploadOnly !== undefined) refuse('upload_only', 'only for links to folders')
}

const asItIs = (link: LinkRow): LinkChange => ({
  loginRequired: link.login_required === 1,
  expires: link.expires,
  downloadLimit: link.download_limit,
  downloadNotify: link.download_notify === 1,
  ...(link.kind === 'folder' && {
    uploadNotify: link.upload_notify === 1,
    uploadOnly: link.upload_only === 1,
  }),
  anonEdit: link.anon_edit === 1,
})

/** A link, whether it works or not, for one change at a time. */
export async function holdLink(
  tx: Tx,
  who: PersonPrincipal,
  id: SharelinkId,
  to: 'change' | 'close' = 'change',
) {
  await findLinkForUpdate(tx, id)
  const link = await authorizeLink(tx, who, id, to)
  const about = (await describeLink(tx, who, link)) ?? fail('not_found', 'The shared item no longer exists.')
  return { link, ...about, blind: !(await seesLink(tx, who, link)) }
}

/** Addresses of nobody could open the link while it was public; from now on they need an account for that. */
export async function letAddressesIn(ctx: Ctx, tx: Tx, who: PersonPrincipal, link: LinkRow): Promise<void> {
  const at = ctx.now()
  for (const { id, email } of await listSubscribers(tx, [link.id])) {
    if (email === null) continue
    // Anyone who has an account comes by that.
    if (await findPersonByEmail(tx, email)) continue
    const { id: person_id } = await makeGuest(tx, who, link, email, at)
    const row = await updateSubscriberRow(tx, id, { person_id, email: null, email_key: null })
    await tellAs(ctx, tx, who, { link, at }, row, undefined)
  }
}
