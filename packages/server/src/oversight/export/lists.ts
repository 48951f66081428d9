import type { GroupId, OrganizationId, PersonId, RootId, SharelinkId } from '@holdfast/api/ids'
import { formatUtc } from '@holdfast/api/time'
import { csvLine } from '../../platform/basics/csv.ts'
import type { Ctx } from '../../platform/context.ts'
import { findChainEnd, listNumbered } from '../../records/activity/queries.ts'
import { activityView } from '../../records/activity/view.ts'
import { listAncestors } from '../../records/entries.ts'
import { listGroupRows } from '../../records/groups.ts'
import {
  listAccountsAfter,
  listGroupMembers,
  listLinksIn,
  listNames,
  listRecipients,
  listShareMembers,
} from './list-queries.ts'
import { type ExportRow, findSource, listFailures, listFiles } from './queries.ts'
import { listSourceRoots } from './source-queries.ts'

const AT_ONCE = 500

type Lines = (ctx: Ctx, row: ExportRow) => AsyncGenerator<string>

/** What an export says of the organization beside its files. The last one names all others. */
export const LISTS: readonly { name: string; lines: Lines }[] = [
  { name: 'people.csv', lines: people },
  { name: 'groups.csv', lines: groups },
  { name: 'shares.csv', lines: shares },
  { name: 'links.csv', lines: links },
  { name: 'activity.jsonl', lines: activity },
  { name: 'manifest.json', lines: manifest },
]
export const LIST_NAMES = LISTS.map(({ name }) => name)

const organizationsOf = (ctx: Ctx, row: ExportRow) =>
  listNames(ctx.db.read, JSON.parse(row.organizations) as OrganizationId[])

async function* people(ctx: Ctx, row: ExportRow): AsyncGenerator<string> {
  yield csvLine([
    ...['organization', 'id', 'kind', 'email', 'first_name', 'last_name', 'phone', 'locale', 'timezone'],
    ...['administrator', 'active', 'quota', 'created'],
  ])
  for (const organization of await organizationsOf(ctx, row))
    for (let after: PersonId | 0 = 0; ; ) {
      const some = await listAccountsAfter(ctx.db.read, organization.id, after, AT_ONCE)
      for (const one of some)
        yield csvLine([
          ...[
            organization.name,
            one.id,
            one.guest ? 'guest' : 'person',
            one.email,
            one.first_name,
            one.last_name,
          ],
          ...[one.mobile_phone, one.locale, one.timezone, one.site_admin === 1 || one.system_admin === 1],
          ...[one.active === 1, one.space_quota, formatUtc(one.created_at)],
        ])
      const last: PersonId | undefined = some.at(-1)?.id
      if (last === undefined || some.length < AT_ONCE) break
      after = last
    }
}

async function* groups(ctx: Ctx, row: ExportRow): AsyncGenerator<string> {
  yield csvLine(['organization', 'id', 'name', 'member', 'kind'])
  for (const organization of await organizationsOf(ctx, row))
    for (let after: GroupId | 0 = 0; ; ) {
      const some = await listGroupRows(ctx.db.read, organization.id, { after, skip: 0, limit: AT_ONCE })
      for (const { id, name } of some) {
        const members = await listGroupMembers(ctx.db.read, id)
        // An empty one is a group, too.
        if (members.length === 0) yield csvLine([organization.name, id, name, null, null])
        for (const member of members) yield csvLine([organization.name, id, name, member.name, member.kind])
      }
      const last: GroupId | undefined = some.at(-1)?.id
      if (last === undefined || some.length < AT_ONCE) break
      after = last
    }
}

async function* shares(ctx: Ctx, row: ExportRow): AsyncGenerator<string> {
  yield csvLine(['organization', 'id', 'name', 'member', 'kind', 'role', 'where'])
  for (const organization of await organizationsOf(ctx, row))
    for (const root of await listSourceRoots(ctx.db.read, [organization.id])) {
      if (root.root_type !== 'share') continue
      const members = await listShareMembers(ctx.db.read, root.id)
      if (members.length === 0) yield csvLine([organization.name, root.id, root.name, null, null, null, null])
      for (const { name, kind, role, target } of members)
        yield csvLine([organization.name, root.id, root.name, name, kind, role, target])
    }
}

async function* links(ctx: Ctx, row: ExportRow): AsyncGenerator<string> {
  yield csvLine([
    ...['folder', 'path', 'kind', 'created_by', 'created', 'for', 'sign_in_required', 'password'],
    ...['upload_only', 'expires', 'download_limit', 'views', 'downloads'],
  ])
  for (let n = 0; ; n++) {
    const source = await findSource(ctx.db.read, row.id, n)
    if (!source) return
    yield* linksIn(ctx, source.root_id, source.folder)
  }
}

async function* linksIn(ctx: Ctx, rootId: RootId, folder: string): AsyncGenerator<string> {
  for (let after: SharelinkId | 0 = 0; ; ) {
    const some = await listLinksIn(ctx.db.read, rootId, after, AT_ONCE)
    const recipients = Map.groupBy(
      await listRecipients(
        ctx.db.read,
        some.map(({ id }) => id),
      ),
      ({ link_id }) => link_id,
    )
    for (const link of some) {
      const ancestors = await listAncestors(ctx.db.read, link)
      const path = [...ancestors, link].map(({ name }) => name).join('/')
      const whom = new Set(recipients.get(link.id)?.map(({ name }) => name))
      yield csvLine([
        ...[folder, path, link.kind, link.email, formatUtc(link.created_at), [...whom].join(' ')],
        ...[link.login_required === 1, link.has_password === 1, link.upload_only === 1, link.expires],
        ...[link.download_limit, link.times_viewed, link.times_downloaded],
      ])
    }
    const last: SharelinkId | undefined = some.at(-1)?.id
    if (last === undefined || some.length < AT_ONCE) return
    after = last
  }
}

async function* activity(ctx: Ctx, row: ExportRow): AsyncGenerator<string> {
  for (const { id } of await organizationsOf(ctx, row)) {
    const end = (await findChainEnd(ctx.db.read, id))?.seq ?? 0
    for (let after = 0; after < end; after += AT_ONCE) {
      const some = await listNumbered(ctx.db.read, id, after, Math.min(after + AT_ONCE, end))
      for (const one of some.reverse())
        yield `${JSON.stringify({ number: one.seq, ...activityView(one), hash: one.hash.toString('hex') })}\n`
    }
  }
}

/** One JSON document, with a line for each file, so that long ones can be read line by line. */
async function* manifest(ctx: Ctx, row: ExportRow): AsyncGenerator<string> {
  const { id, organization_id, versions, below, created_at, left_out } = row
  const head = {
    ...{ format: 1, export_id: id, organization_id, organizations: await organizationsOf(ctx, row) },
    ...{ left_out: JSON.parse(left_out), versions, below: below === 1, created: formatUtc(created_at) },
  }
  yield `${JSON.stringify(head).slice(0, -1)},"files":[`
  let comma = '\n'
  for (let after = 0; ; ) {
    const some = await listFiles(ctx.db.read, id, { after, limit: AT_ONCE })
    for (const { path, size, modified_at, sha256, part } of some) {
      if (path.endsWith('/')) continue
      const file = { path, size, modified: formatUtc(modified_at), sha256: sha256.toString('hex'), part }
      yield `${comma}${JSON.stringify(file)}`
      comma = ',\n'
    }
    if (some.length < AT_ONCE) break
    after = some.at(-1)?.number ?? after
  }
  yield '\n],"failed":['
  comma = '\n'
  for (let after = 0; ; ) {
    const some = await listFailures(ctx.db.read, id, after, AT_ONCE)
    for (const { path, reason } of some) {
      yield `${comma}${JSON.stringify({ path, reason })}`
      comma = ',\n'
    }
    if (some.length < AT_ONCE) break
    after = some.at(-1)?.number ?? after
  }
  yield '\n]}\n'
}
