import type { OrganizationMay } from '@holdfast/api/accounts/organization-may'
import type { OrganizationId } from '@holdfast/api/ids'
import type { LinkAction } from '@holdfast/api/sharing/link-bulk'
import { LINK_KINDS, tableSharelinks } from '@holdfast/api/sharing/link-table'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { consoleAddress } from '../../core/console/places.ts'
import { exactly } from '../../core/list/selection.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import { formatCount, formatDay, formatTime, shownName } from '../../messages/format.ts'
import type { MenuItem } from '../../ui/menu.tsx'
import type { Column } from '../parts/columns.ts'
import { type ListForm, ListScreen } from '../parts/list-screen.tsx'
import { ShortTime } from '../parts/short-time.tsx'
import { showActivity } from '../parts/show-activity.ts'
import { AudienceTag } from './audience-tag.tsx'
import { LinkAccessDialog } from './link-access-dialog.tsx'
import { type LinkRow, linkName, placeOf, protectionOf } from './link-row.ts'
import { LinksBulk, type LinksWish, linksActions } from './links-bulk.tsx'

const UNUSED_DAYS = [30, 90, 180, 365]

/** All share links of an organization, or of all below it too, with who can open them. */
export function LinksScreen({ place }: { place: OrganizationMay }) {
  const words = consoleWords().links
  const [path, navigate] = useLocation()
  const [wish, setWish] = useState<LinksWish>()
  const [access, setAccess] = useState<LinkRow>()
  const { filters: names, reports } = words
  const only = (row: LinkRow, query: string) =>
    navigate(`${path}?${query}${row.organization.id === place.id ? '' : '&below=1'}`)
  const form: ListForm<typeof tableSharelinks> = {
    op: tableSharelinks,
    table: {
      sorts: ['-used', 'used', 'created', 'expires'],
      filters: Object.keys(names),
    },
    title: words.list,
    nameLabel: words.columns.name,
    search: words.search,
    icon: 'link',
    reports: {
      label: reports.label,
      all: [
        { id: 'public', label: reports.public, filters: { public: 'true' } },
        {
          id: 'open',
          label: reports.open,
          filters: { public: 'true', no_password: 'true', no_expiry: 'true' },
          bad: true,
        },
        { id: 'no_expiry', label: reports.no_expiry, filters: { no_expiry: 'true' } },
        { id: 'unused', label: reports.unused, filters: { unused_days: '90' } },
        { id: 'visitors_add', label: reports.visitors_add, filters: { visitors_add: 'true' } },
        { id: 'all', label: reports.all, filters: {} },
      ],
    },
    filters: [
      { id: 'public', label: names.public, kind: 'flag' },
      { id: 'no_password', label: names.no_password, kind: 'flag' },
      { id: 'no_expiry', label: names.no_expiry, kind: 'flag' },
      { id: 'visitors_add', label: names.visitors_add, kind: 'flag' },
      {
        id: 'unused_days',
        label: names.unused_days,
        kind: 'choice',
        options: UNUSED_DAYS.map((days) => [String(days), words.days(days)] as const),
      },
      {
        id: 'kind',
        label: names.kind,
        kind: 'choice',
        options: LINK_KINDS.map((kind) => [kind, words.kinds[kind]] as const),
      },
      {
        id: 'creator',
        label: names.creator,
        kind: 'named',
        nameIn: ([row]) => (row ? shownName((row as LinkRow).creator.name) : undefined),
      },
      {
        id: 'root',
        label: names.root,
        kind: 'named',
        nameIn: ([row]) => (row ? placeOf({ ...(row as LinkRow), path: '' }) : undefined),
      },
    ],
    columns: columns(),
    row: {
      isUnsorted: true,
      name: linkName,
      below: (row) => <bdi>{placeOf(row)}</bdi>,
      facts: (row) =>
        words.facts([
          row.organization.id === place.id ? undefined : shownName(row.organization.name),
          shownName(row.creator.name),
          row.last_used ? words.usedAt(formatTime(row.last_used)) : words.neverUsed,
        ]),
      menu: (row) =>
        menuOf(row, {
          onAccess: () => setAccess(row),
          onWish: (action) =>
            setWish({
              action,
              selection: exactly([row.id as number], 0),
              state: { ...ALONE, below: row.organization.id !== place.id },
              onDone: () => {},
            }),
          only: (query) => only(row, query),
        }),
    },
    bulk: (chosen) => linksActions((action) => setWish({ action, ...chosen })),
    empty: { title: words.empty, why: words.emptyWhy, noneMatch: words.noneMatch },
  }
  return (
    <>
      <ListScreen place={place} form={form} />
      {wish && <LinksBulk place={place} wish={wish} onClose={() => setWish(undefined)} />}
      {access && <LinkAccessDialog row={access} onClose={() => setAccess(undefined)} />}
    </>
  )
}

/** Of one row, whatever the list shows. */
const ALONE = { q: '', sort: 'created', filters: {}, cursor: undefined }

interface MenuActs {
  onAccess: () => void
  onWish: (action: LinkAction) => void
  only: (query: string) => void
}

function menuOf(row: LinkRow, { onAccess, onWish, only }: MenuActs): (MenuItem | 'line')[] {
  const words = consoleWords().links
  const { acts } = words
  const closes = row.may.includes('links.close')
  const items: (MenuItem | 'line' | false)[] = [
    { id: 'access', icon: 'people', label: words.showAccess, run: onAccess },
    {
      id: 'creator',
      icon: 'person',
      label: words.onlyCreator(shownName(row.creator.name)),
      run: () => only(`creator=${row.creator.id}`),
    },
    {
      id: 'root',
      icon: 'link',
      label: words.onlyRoot(placeOf({ ...row, path: '' })),
      run: () => only(`root=${row.root.id}`),
    },
    showActivity({ organization: row.organization, by: 'root', id: row.root.id, more: '&kind=sharing' }),
    'line',
    closes &&
      row.public && {
        id: 'require_sign_in',
        icon: 'lock',
        label: acts.require_sign_in.label,
        run: () => onWish('require_sign_in'),
      },
    closes &&
      !row.hidden && {
        id: 'set_expires',
        icon: 'clock',
        label: acts.set_expires.label,
        run: () => onWish('set_expires'),
      },
    closes && {
      id: 'delete',
      icon: 'trash',
      bad: true,
      label: acts.delete.label,
      run: () => onWish('delete'),
    },
  ]
  return items.filter((item) => item !== false)
}

function columns(): readonly Column<LinkRow>[] {
  const { links: words, table } = consoleWords()
  const { columns: names } = words
  return [
    {
      id: 'creator',
      label: names.creator,
      rank: 3,
      width: 8,
      cell: ({ creator, organization }) => (
        <a href={consoleAddress(organization.id as OrganizationId, 'people', { id: creator.id as number })}>
          <bdi>{shownName(creator.name)}</bdi>
        </a>
      ),
    },
    {
      id: 'audience',
      fields: ['public', 'members'],
      label: names.audience,
      rank: 1,
      width: 11,
      cell: (row) => <AudienceTag row={row} />,
    },
    {
      id: 'protection',
      fields: ['password', 'expires', 'download_limit'],
      label: names.protection,
      rank: 3,
      width: 8.5,
      cell: (row) =>
        protectionOf(row) || <span className={row.public ? 'warn' : undefined}>{words.unprotected}</span>,
    },
    {
      id: 'used',
      fields: ['last_used'],
      label: names.used,
      sort: 'down',
      rank: 2,
      cell: ({ last_used }) => (last_used ? <ShortTime at={last_used} /> : table.never),
    },
    {
      id: 'expires',
      label: names.expires,
      sort: 'up',
      isExtra: true,
      rank: 5,
      cell: ({ expires }) => expires && formatDay(expires),
    },
    {
      id: 'views',
      label: names.views,
      isNumber: true,
      isExtra: true,
      rank: 5,
      cell: ({ views }) => formatCount(views),
    },
    {
      id: 'downloads',
      label: names.downloads,
      isNumber: true,
      isExtra: true,
      rank: 5,
      cell: ({ downloads }) => formatCount(downloads),
    },
    { id: 'kind', label: names.kind, isExtra: true, rank: 5, cell: ({ kind }) => words.kinds[kind] },
    {
      id: 'created',
      label: names.created,
      sort: 'down',
      isExtra: true,
      rank: 5,
      cell: ({ created }) => <ShortTime at={created} />,
    },
  ]
}
