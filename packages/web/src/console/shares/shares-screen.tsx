import type { OrganizationMay } from '@holdfast/api/accounts/organization-may'
import type { OrganizationId, RootId } from '@holdfast/api/ids'
import { SHARE_VIEWS, tableShares } from '@holdfast/api/oversight/share-table'
import { useLocation } from 'wouter'
import { addressOfPlace, placeAt } from '../../core/addresses/routes.ts'
import { consoleAddress } from '../../core/console/places.ts'
import type { RowOf } from '../../data/console/table.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import { formatCount, formatNames, formatSize, formatTime, shownName } from '../../messages/format.ts'
import type { Column } from '../parts/columns.ts'
import { type ListForm, ListScreen } from '../parts/list-screen.tsx'
import { ShortTime } from '../parts/short-time.tsx'
import { showActivity } from '../parts/show-activity.ts'

/** All team shares of an organization, or of all below it too. */
export function SharesScreen({ place }: { place: OrganizationMay }) {
  const words = consoleWords().shares
  const [, navigate] = useLocation()
  const form: ListForm<typeof tableShares> = {
    op: tableShares,
    table: { sorts: ['name', 'space', 'changed', 'created'], filters: ['view', 'changed_before', 'group'] },
    title: words.list,
    nameLabel: words.columns.name,
    search: words.search,
    icon: 'people',
    views: [['', words.views.all], ...SHARE_VIEWS.map((view) => [view, words.views[view]] as const)],
    filters: [
      { id: 'changed_before', label: words.changedBefore, kind: 'day' },
      { id: 'group', label: words.ofGroup, kind: 'named', nameIn: () => undefined },
    ],
    columns: columns(),
    row: {
      name: ({ name }) => shownName(name),
      address: ({ id, organization }) =>
        consoleAddress(organization.id as OrganizationId, 'shares', { id: id as number }),
      facts: ({ organization, changed_at }) =>
        words.facts(
          organization.id === place.id ? undefined : shownName(organization.name),
          changed_at ? formatTime(changed_at) : words.noChange,
        ),
      menu: ({ id, organization, may }) => [
        ...(may.includes('files.browse')
          ? [
              {
                id: 'files',
                icon: 'folder',
                label: words.openFiles,
                run: () => navigate(addressOfPlace(placeAt(id as RootId))),
              } as const,
            ]
          : []),
        ...(may.includes('links.close')
          ? [
              {
                id: 'links',
                icon: 'link',
                label: words.showLinks,
                run: () =>
                  navigate(
                    consoleAddress(organization.id as OrganizationId, 'links', { query: `?root=${id}` }),
                  ),
              } as const,
            ]
          : []),
        showActivity({ organization, by: 'root', id: id as number }),
      ],
    },
    empty: { title: words.empty, why: words.emptyWhy, noneMatch: words.noneMatch },
  }
  return <ListScreen place={place} form={form} />
}

function columns(): readonly Column<RowOf<typeof tableShares>>[] {
  const words = consoleWords().shares
  const { columns: names } = words
  return [
    {
      id: 'people',
      label: names.people,
      isNumber: true,
      rank: 3,
      width: 5,
      cell: ({ people }) => formatCount(people),
    },
    {
      id: 'groups',
      label: names.groups,
      isNumber: true,
      rank: 4,
      width: 5,
      cell: ({ groups }) => formatCount(groups),
    },
    {
      id: 'external',
      label: names.external,
      isNumber: true,
      rank: 1,
      width: 5.5,
      cell: ({ external }) => formatCount(external),
    },
    {
      id: 'owners',
      label: names.owners,
      rank: 3,
      width: 8,
      cell: ({ owners }) => <bdi>{formatNames(owners.map(({ name }) => shownName(name)))}</bdi>,
    },
    {
      id: 'space',
      label: names.space,
      sort: 'down',
      isNumber: true,
      rank: 3,
      cell: ({ space }) => formatSize(space),
    },
    {
      id: 'changed',
      fields: ['changed_at'],
      label: names.changed,
      sort: 'down',
      rank: 2,
      cell: ({ changed_at }) => (changed_at ? <ShortTime at={changed_at} /> : words.noChange),
    },
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
