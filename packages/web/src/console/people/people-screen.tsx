import { type PERSON_VIEWS, tablePersons } from '@holdfast/api/accounts/account-tables'
import type { OrganizationMay } from '@holdfast/api/accounts/organization-may'
import type { OrganizationId } from '@holdfast/api/ids'
import { useState } from 'react'
import { Link } from 'wouter'
import { consoleAddress } from '../../core/console/places.ts'
import { may } from '../../data/console/places.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import { formatNames, formatSize, formatTime, shownName } from '../../messages/format.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { Column } from '../parts/columns.ts'
import { type ListForm, ListScreen } from '../parts/list-screen.tsx'
import { ShortTime } from '../parts/short-time.tsx'
import { showActivity } from '../parts/show-activity.ts'
import { AddPersonDialog } from './add-person-dialog.tsx'
import { PeopleBulk, type PeopleWish, peopleActions } from './people-bulk.tsx'
import { PersonDialogs, personMenu, type Wanted } from './person-acts.tsx'
import type { PersonRow } from './person-row.ts'
import { StatusTag } from './status-tag.tsx'

const VIEWS: readonly (typeof PERSON_VIEWS)[number][] = [
  'administrators',
  'locked',
  'no_two_step',
  'never',
  'disabled',
]

/** All accounts of an organization, or of all below it too. */
export function PeopleScreen({ place }: { place: OrganizationMay }) {
  const words = consoleWords().people
  const [isAdding, setAdding] = useState(false)
  const [wanted, setWanted] = useState<Wanted>()
  const [wish, setWish] = useState<PeopleWish>()
  const form: ListForm<typeof tablePersons> = {
    op: tablePersons,
    table: {
      sorts: ['name', 'email', 'seen', 'space', 'created'],
      filters: ['view', 'seen_before', 'email_unverified', 'group', 'directory'],
    },
    title: words.list,
    nameLabel: words.columns.name,
    search: words.search,
    icon: 'people',
    views: [['', words.views.all], ...VIEWS.map((view) => [view, words.views[view]] as const)],
    filters: [
      { id: 'seen_before', label: words.seenBefore, kind: 'day' },
      { id: 'email_unverified', label: words.unverified, kind: 'flag' },
      { id: 'group', label: words.inGroup, kind: 'named', nameIn: () => undefined },
      {
        id: 'directory',
        label: words.columns.directory,
        kind: 'named',
        nameIn: (rows) =>
          shownName((rows as PersonRow[]).find(({ directory }) => directory)?.directory?.name ?? '') ||
          undefined,
      },
    ],
    columns: columns(),
    row: {
      name: ({ name }) => shownName(name),
      address: ({ id, organization }) =>
        consoleAddress(organization.id as OrganizationId, 'people', { id: id as number }),
      below: ({ email }) => <bdi>{email}</bdi>,
      facts: ({ organization, seen_at }) =>
        words.facts(
          organization.id === place.id ? undefined : shownName(organization.name),
          seen_at ? formatTime(seen_at) : consoleWords().table.never,
        ),
      menu: (row) => [
        ...personMenu(row, setWanted),
        'line',
        showActivity({ organization: row.organization, by: 'actor', id: row.id as number }),
      ],
    },
    bulk: (chosen) => peopleActions(place, (action) => setWish({ action, ...chosen })),
    empty: { title: words.empty, why: words.emptyWhy, noneMatch: words.noneMatch },
    actions: may(place, 'people.add') && (
      <>
        <Link className="button button-plain" href={consoleAddress(place.id, 'people/import')}>
          <Icon name="upload" />
          <span>{words.import}</span>
        </Link>
        <Button kind="primary" icon="add" onClick={() => setAdding(true)}>
          {words.add}
        </Button>
      </>
    ),
  }
  return (
    <>
      <ListScreen place={place} form={form} />
      {isAdding && <AddPersonDialog place={place} onClose={() => setAdding(false)} />}
      {wish && <PeopleBulk place={place} wish={wish} onClose={() => setWish(undefined)} />}
      {wanted && <PersonDialogs wanted={wanted} onClose={() => setWanted(undefined)} />}
    </>
  )
}

function columns(): readonly Column<PersonRow>[] {
  const words = consoleWords()
  const { columns: names, on, off, roles, yes, no, moreGroups } = words.people
  return [
    { id: 'status', label: names.status, rank: 1, width: 8, cell: (row) => <StatusTag {...row} /> },
    {
      id: 'two_step',
      label: names.two_step,
      rank: 4,
      width: 6,
      cell: ({ two_step }) => (two_step === null ? words.table.hidden : two_step ? on : off),
    },
    { id: 'role', label: names.role, rank: 3, width: 8.5, cell: ({ role }) => roles[role] },
    {
      id: 'seen',
      fields: ['seen_at'],
      label: names.seen,
      sort: 'down',
      rank: 2,
      cell: ({ seen_at }) => (seen_at ? <ShortTime at={seen_at} /> : words.table.never),
    },
    {
      id: 'space',
      label: names.space,
      sort: 'down',
      isNumber: true,
      rank: 3,
      width: 5.5,
      cell: ({ space }) => formatSize(space),
    },
    {
      id: 'quota',
      label: names.quota,
      isNumber: true,
      isExtra: true,
      rank: 5,
      cell: ({ quota }) => formatSize(quota),
    },
    {
      id: 'groups',
      label: names.groups,
      isExtra: true,
      rank: 5,
      cell: ({ groups, groups_total }) => {
        const shown = formatNames(groups.map(({ name }) => shownName(name)))
        return groups_total > groups.length ? moreGroups(shown, groups_total - groups.length) : shown
      },
    },
    {
      id: 'directory',
      label: names.directory,
      isExtra: true,
      rank: 5,
      cell: ({ directory }) => directory && <bdi>{shownName(directory.name)}</bdi>,
    },
    {
      id: 'email_verified',
      label: names.verified,
      isExtra: true,
      rank: 5,
      cell: ({ email_verified }) => (email_verified ? yes : no),
    },
    {
      id: 'created',
      label: names.created,
      sort: 'down',
      isExtra: true,
      rank: 5,
      cell: ({ created }) => <ShortTime at={created} />,
    },
    { id: 'phone', label: names.phone, isExtra: true, rank: 5, cell: ({ phone }) => phone },
  ]
}
