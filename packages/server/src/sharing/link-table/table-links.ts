import type { Action } from '@holdfast/api/accounts/organization-may'
import type { OrganizationId, SharelinkId } from '@holdfast/api/ids'
import type { ParamsOf } from '@holdfast/api/operation'
import type { tableSharelinks as contract, LinkTableRow } from '@holdfast/api/sharing/link-table'
import { formatDate, formatUtc } from '@holdfast/api/time'
import { authorizeScope, wishOf } from '../../accounts/tables/open-table.ts'
import { openPlaces, type Places } from '../../accounts/tables/places.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Filter, Scope } from '../../platform/db/table/listed.ts'
import { LINKS } from '../../platform/db/table/lists.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { listNamed, type Table } from '../../platform/table/read-table.ts'
import { nameKey } from '../../records/names.ts'
import { displayName } from '../../records/people.ts'
import { wordsIn } from '../../records/words.ts'
import * as rows from './queries.ts'

type Params = ParamsOf<typeof contract>

const SORTS = { used: rows.USED, created: 'id', expires: rows.EXPIRY }
const MAY = ['links.close', 'files.browse'] as const satisfies readonly Action[]
const DAY_MS = 24 * 60 * 60 * 1000

/** The share links to what an organization keeps, or it and all below, for its administrators. */
export async function openLinkTable(
  ctx: Ctx,
  who: PersonPrincipal,
  params: Params,
): Promise<Table<LinkTableRow>> {
  const scope = await authorizeScope(ctx, who, params)
  return {
    list: listNamed('sharelinks', params),
    wish: wishOf(LINKS, scope, SORTS, {
      sort: params.sort,
      filters: await filtersOf(ctx, who, scope, params),
    }),
    startKey: undefined,
    rowsOf: (ids) => rowsOf(ctx, who, ids as SharelinkId[]),
  }
}

async function filtersOf(ctx: Ctx, who: PersonPrincipal, scope: Scope, params: Params): Promise<Filter[]> {
  const { q = '', kind, creator, root, unused_days } = params
  const typed = q.trim() !== ''
  const organizations = typed || params.public ? await placesIn(ctx, who, scope) : undefined
  const where = (is: (places: Places, id: { organization_id: OrganizationId }) => boolean) =>
    (organizations?.ids ?? []).filter(
      (id) => organizations && is(organizations.places, { organization_id: id }),
    )
  // The rarest first: what an index finds few of is looked at alone.
  return [
    ...(creator === undefined ? [] : [rows.ofCreator(creator)]),
    ...(root === undefined ? [] : [rows.ofRoot(root)]),
    ...(kind === undefined ? [] : [rows.ofKind(kind)]),
    ...(params.public
      ? [
          rows.isPublic(
            formatDate(ctx.now()),
            where((places, id) => places.policyOf(id).secure_shares),
          ),
        ]
      : []),
    ...(unused_days === undefined ? [] : [rows.unusedSince(ctx.now() - unused_days * DAY_MS)]),
    ...(params.no_password ? [rows.withoutPassword] : []),
    ...(params.no_expiry ? [rows.withoutExpiry] : []),
    ...(params.visitors_add ? [rows.takingFiles] : []),
    ...(typed ? [rows.named(wordsOf(q), where(seesNames))] : []),
  ]
}

const wordsOf = (q: string) =>
  q
    .trim()
    .split(/\s+/)
    .map((word) => ({ word: wordsIn(word)[0] ?? word, part: nameKey(word) }))

async function placesIn(ctx: Ctx, who: PersonPrincipal, scope: Scope) {
  const ids = await rows.listOrganizations(ctx.db.read, scope)
  const places = await openPlaces(
    ctx.db.read,
    who,
    ids.map((id) => ({ organization_id: id })),
  )
  return { ids, places }
}

/** Whether someone may know there what links lead to. */
const seesNames = (places: Places, row: { organization_id: OrganizationId }): boolean =>
  places.mayAt(row, MAY).includes('files.browse')

async function rowsOf(ctx: Ctx, who: PersonPrincipal, ids: SharelinkId[]): Promise<LinkTableRow[]> {
  const db = ctx.db.read
  const links = new Map((await rows.listShown(db, ids)).map((link) => [link.id, link]))
  const listed = ids.flatMap((id) => links.get(id) ?? [])
  const places = await openPlaces(db, who, listed)
  const seen = listed.filter((link) => seesNames(places, link)).map(({ id }) => id)
  const ways = Map.groupBy(await rows.listNamesOnWay(db, seen), ({ link_id }) => link_id)
  return listed.map((link) => {
    const way = (ways.get(link.id) ?? []).map(({ name }) => name)
    const hidden = !seesNames(places, link)
    // A backup is called after a folder of a device.
    const rootName = hidden && link.root_type === 'backup' ? '' : link.root_name
    const isPublic = link.login_required === 0 && !places.policyOf(link).secure_shares
    return {
      id: link.id,
      name: way.at(-1) ?? '',
      organization: places.organizationOf(link),
      path: way
        .slice(0, -1)
        .map((name) => `/${name}`)
        .join(''),
      kind: Number(link.is_request) === 1 ? 'file_request' : link.kind,
      root: { id: link.root_id, name: rootName, type: link.root_type },
      creator: { id: link.creator_id, name: displayName(link) },
      public: isPublic,
      upload_only: link.upload_only === 1,
      visitors_add: isPublic && link.kind === 'folder' && link.anon_edit === 1,
      password: Number(link.has_password) === 1,
      expires: link.expires,
      download_limit: link.download_limit,
      last_used: link.last_used_at === null ? null : formatUtc(link.last_used_at),
      views: link.times_viewed,
      downloads: link.times_downloaded,
      members: Number(link.members),
      created: formatUtc(link.created_at),
      hidden,
      may: places.mayAt(link, MAY),
    }
  })
}
