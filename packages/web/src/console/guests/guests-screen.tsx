import { tableGuests } from '@holdfast/api/accounts/account-tables'
import type { OrganizationMay } from '@holdfast/api/accounts/organization-may'
import type { GuestId } from '@holdfast/api/ids'
import { useState } from 'react'
import { convert, mailGuestPassword, removeGuest } from '../../data/console/guests.ts'
import { may } from '../../data/console/places.ts'
import type { RowOf } from '../../data/console/table.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import { formatCount, formatTime, shownName } from '../../messages/format.ts'
import { Button } from '../../ui/button.tsx'
import type { MenuItem } from '../../ui/menu.tsx'
import { AskDialog } from '../parts/ask-dialog.tsx'
import { type ListForm, ListScreen } from '../parts/list-screen.tsx'
import { ShortTime } from '../parts/short-time.tsx'
import { GuestLinksDialog } from './guest-links-dialog.tsx'
import { GuestsBulk, type GuestsWish, guestsActions } from './guests-bulk.tsx'
import { InviteGuestDialog } from './invite-guest-dialog.tsx'

type Row = RowOf<typeof tableGuests>
type Wanted = { what: 'password' | 'links' | 'convert' | 'delete'; row: Row }

/** Those from outside who have an account only for what is shared with them. */
export function GuestsScreen({ place }: { place: OrganizationMay }) {
  const { guests: words, table } = consoleWords()
  const [wanted, setWanted] = useState<Wanted>()
  const [isInviting, setInviting] = useState(false)
  const [wish, setWish] = useState<GuestsWish>()
  const form: ListForm<typeof tableGuests> = {
    op: tableGuests,
    table: { sorts: ['name', 'email', 'seen', 'created'], filters: ['never', 'seen_before', 'invited_by'] },
    title: words.list,
    nameLabel: words.columns.name,
    search: words.search,
    icon: 'person',
    filters: [
      { id: 'never', label: words.never, kind: 'flag' },
      { id: 'seen_before', label: words.seenBefore, kind: 'day' },
    ],
    columns: [
      {
        id: 'invited_by',
        label: words.columns.invited_by,
        rank: 3,
        cell: ({ invited_by }) => invited_by && <bdi>{shownName(invited_by.name)}</bdi>,
      },
      {
        id: 'links',
        label: words.columns.links,
        rank: 1,
        isNumber: true,
        cell: ({ links }) => formatCount(links),
      },
      {
        id: 'seen',
        fields: ['seen_at'],
        label: words.columns.seen,
        sort: 'down',
        rank: 2,
        cell: ({ seen_at }) => (seen_at ? <ShortTime at={seen_at} /> : table.never),
      },
      {
        id: 'created',
        label: words.columns.created,
        sort: 'down',
        rank: 4,
        cell: ({ created }) => <ShortTime at={created} />,
      },
    ],
    row: {
      name: ({ name, email }) => shownName(name) || email,
      below: ({ email }) => <bdi>{email}</bdi>,
      facts: ({ organization, seen_at }) =>
        words.facts(
          organization.id === place.id ? undefined : shownName(organization.name),
          seen_at ? formatTime(seen_at) : table.never,
        ),
      menu: (row) => menuOf(row, setWanted),
    },
    bulk: (chosen) => guestsActions((action) => setWish({ action, ...chosen })),
    empty: { title: words.empty, why: words.emptyWhy, noneMatch: words.noneMatch },
    actions: may(place, 'people.add') && (
      <Button kind="primary" icon="add" onClick={() => setInviting(true)}>
        {words.invite}
      </Button>
    ),
  }
  return (
    <>
      <ListScreen place={place} form={form} />
      {isInviting && <InviteGuestDialog place={place} onClose={() => setInviting(false)} />}
      {wish && <GuestsBulk place={place} wish={wish} onClose={() => setWish(undefined)} />}
      {wanted && <GuestDialog wanted={wanted} onClose={() => setWanted(undefined)} />}
    </>
  )
}

function menuOf(row: Row, onWanted: (wanted: Wanted) => void): (MenuItem | 'line')[] {
  const { guests: words, people } = consoleWords()
  const items: (MenuItem | false)[] = [
    row.may.includes('people.change') && {
      id: 'password',
      icon: 'mail',
      label: people.passwordMail,
      run: () => onWanted({ what: 'password', row }),
    },
    {
      id: 'links',
      icon: 'link',
      label: words.showLinks,
      run: () => onWanted({ what: 'links', row }),
    },
    row.may.includes('people.add') && {
      id: 'convert',
      icon: 'person',
      label: words.convert,
      run: () => onWanted({ what: 'convert', row }),
    },
    row.may.includes('people.delete') && {
      id: 'delete',
      icon: 'trash',
      bad: true,
      label: words.delete,
      run: () => onWanted({ what: 'delete', row }),
    },
  ]
  return items.filter((item) => item !== false)
}

function GuestDialog({ wanted: { what, row }, onClose }: { wanted: Wanted; onClose: () => void }) {
  const { guests: words, people } = consoleWords()
  const name = shownName(row.name) || row.email
  const id = row.id as GuestId
  if (what === 'links') return <GuestLinksDialog id={id} name={name} onClose={onClose} />
  if (what === 'password')
    return (
      <AskDialog
        title={people.passwordMailTitle(name)}
        why={people.passwordMailWhy}
        button={people.passwordMailButton}
        act={() => mailGuestPassword(row.email)}
        done={people.passwordMailSent(name)}
        onClose={onClose}
      />
    )
  return what === 'convert' ? (
    <AskDialog
      title={words.convertTitle(name)}
      why={words.convertWhy}
      button={words.convertButton}
      act={() => convert(id)}
      done={words.converted(name)}
      onClose={onClose}
    />
  ) : (
    <AskDialog
      title={words.deleteTitle(name)}
      why={words.deleteWhy}
      button={words.deleteButton}
      bad
      act={() => removeGuest(id)}
      done={words.deleted(name)}
      onClose={onClose}
    />
  )
}
