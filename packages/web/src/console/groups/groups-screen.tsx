import { tableGroups } from '@holdfast/api/accounts/account-tables'
import type { OrganizationMay } from '@holdfast/api/accounts/organization-may'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { consoleAddress } from '../../core/console/places.ts'
import { addGroup } from '../../data/console/groups.ts'
import { may } from '../../data/console/places.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import { formatCount, shownName } from '../../messages/format.ts'
import { Button } from '../../ui/button.tsx'
import { type ListForm, ListScreen } from '../parts/list-screen.tsx'
import { NameDialog } from '../parts/name-dialog.tsx'
import { ShortTime } from '../parts/short-time.tsx'
import { GroupDialogs, groupMenu, type Wanted } from './group-acts.tsx'

/** All groups of an organization. */
export function GroupsScreen({ place }: { place: OrganizationMay }) {
  const words = consoleWords().groups
  const [, navigate] = useLocation()
  const [wanted, setWanted] = useState<Wanted>()
  const [isAdding, setAdding] = useState(false)
  const number = (id: 'members' | 'member_groups' | 'shares', rank: 1 | 2 | 3 | 4) => ({
    id,
    label: words.columns[id],
    rank,
    isNumber: true,
    cell: (row: Record<typeof id, number>) => formatCount(row[id]),
  })
  const form: ListForm<typeof tableGroups> = {
    op: tableGroups,
    table: { sorts: ['name', 'members'], filters: ['directory'] },
    title: words.list,
    nameLabel: words.columns.name,
    search: words.search,
    icon: 'people',
    columns: [
      { ...number('members', 1), sort: 'down' },
      number('member_groups', 3),
      number('shares', 2),
      {
        id: 'directory',
        label: words.columns.directory,
        rank: 4,
        cell: ({ directory }) => directory && <bdi>{shownName(directory.name)}</bdi>,
      },
      {
        id: 'created',
        label: words.columns.created,
        rank: 5,
        isExtra: true,
        cell: ({ created }) => <ShortTime at={created} />,
      },
    ],
    row: {
      name: ({ name }) => shownName(name),
      address: ({ id, organization }) => consoleAddress(organization.id, 'groups', { id }),
      facts: ({ organization, members }) =>
        words.facts(organization.id === place.id ? undefined : shownName(organization.name), members),
      menu: (row) => groupMenu(row, setWanted),
    },
    empty: { title: words.empty, why: words.emptyWhy, noneMatch: words.noneMatch },
    actions: may(place, 'people.change') && (
      <Button kind="primary" icon="add" onClick={() => setAdding(true)}>
        {words.add}
      </Button>
    ),
  }
  return (
    <>
      <ListScreen place={place} form={form} />
      {isAdding && (
        <NameDialog
          title={words.add}
          label={words.name}
          button={words.create}
          taken={words.taken}
          act={async (name) => {
            const { id } = await addGroup(place.id, name)
            navigate(consoleAddress(place.id, 'groups', { id }))
          }}
          done={(name) => words.created(shownName(name))}
          onClose={() => setAdding(false)}
        />
      )}
      {wanted && <GroupDialogs wanted={wanted} onClose={() => setWanted(undefined)} />}
    </>
  )
}
