import type { EntryId } from '@holdfast/api/ids'
import { fail } from '../../../errors.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { EntryKind } from '../../../platform/db/tables/files.ts'
import { displayName } from '../../../records/people.ts'
import {
  type LinkCaller,
  type Visit,
  type VisitOptions,
  visit,
} from '../../../sharing/shared-content/visit.ts'
import { csrfTokenOf, isCsrfToken } from '../../../sign-in/oauth/authenticate.ts'
import type { Speech } from '../frame/page-language.ts'
import { siteOf } from '../frame/site.ts'
import { addressesOf } from './addresses.ts'
import type { Shown } from './shown.ts'

/** A browser at the address of a link's page. */
export interface Browser {
  kind: EntryKind
  hash: string
  method: string
  /** The address that it asked for, without what is to be done there. */
  page: string
  query: URLSearchParams
  caller: LinkCaller
  speech: Speech
  /** The cookie of its session, where that counts. */
  session: string | undefined
}

/** Someone whom the link let in. */
export interface Arrival {
  visit: Visit
  shown: Shown
}

export async function arrive(ctx: Ctx, browser: Browser, options?: VisitOptions): Promise<Arrival> {
  const { kind, hash, caller, speech, session } = browser
  const { account } = caller
  if (account?.mustFirst !== undefined) fail('forbidden', undefined, { duty: account.mustFirst })
  const found = await visit(ctx, caller, { hash }, options)
  const { link, creator } = found.access
  // The other kind's address leads nowhere.
  if (link.kind !== kind) fail('not_found')
  const shown: Shown = {
    look: await siteOf(ctx, speech, link.organization_id),
    addresses: addressesOf(kind, hash, link.entry_id as EntryId),
    kind,
    sharedId: link.entry_id,
    sharedBy: displayName(creator),
    expires: link.expires,
    account: account?.name,
    csrf: account && session !== undefined ? csrfTokenOf(session) : undefined,
  }
  return { visit: found, shown }
}

/** Forms of someone signed in count only from pages that were shown to it. */
export function checkForm({ session, caller }: Browser, csrf: unknown): void {
  if (!caller.account || session === undefined) return
  if (!isCsrfToken(session, typeof csrf === 'string' ? csrf : undefined))
    fail(
      'forbidden',
      'This page was open for too long. Nothing was changed. Load it again and try once more.',
      { stale: true },
    )
}
