import type { OrganizationMay } from '@holdfast/api/accounts/organization-may'
import { tableOrganizations } from '@holdfast/api/oversight/organization-table'
import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import { consoleAddress } from '../../core/console/places.ts'
import { exactly } from '../../core/list/selection.ts'
import { resume, suspend } from '../../data/console/customers.ts'
import { may } from '../../data/console/places.ts'
import type { RowOf } from '../../data/console/table.ts'
import { problemOf } from '../../data/service/errors.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import { formatCount, formatDay, formatGrowth, formatSize, shownName } from '../../messages/format.ts'
import { toast } from '../../platform/toasts.ts'
import { Icon } from '../../ui/icon.tsx'
import type { MenuItem } from '../../ui/menu.tsx'
import { AskDialog } from '../parts/ask-dialog.tsx'
import { cancelClosing } from '../parts/cancel-closing.tsx'
import { type ListForm, ListScreen } from '../parts/list-screen.tsx'
import { Meter } from '../parts/meter.tsx'
import { ShortTime } from '../parts/short-time.tsx'
import { Sparkline } from '../parts/sparkline.tsx'
import { StateTag } from '../parts/state-tag.tsx'
import { CustomersBulk, type CustomersWish, customersActions } from './customers-bulk.tsx'

type Row = RowOf<typeof tableOrganizations>

const STATES = ['ok', 'trial', 'suspended', 'expired', 'closing'] as const

/** The organizations below: how each of them does. */
export function CustomersScreen({ place }: { place: OrganizationMay }) {
  const { customers: words, closing, frame, table } = consoleWords()
  const [suspending, setSuspending] = useState<Row>()
  const [wish, setWish] = useState<CustomersWish>()
  const [, navigate] = useLocation()
  const split = (own: string, below: string, hasBelow: boolean) => (
    <>
      {own}
      {hasBelow && <span className="data-below">{words.inBelow(below)}</span>}
    </>
  )
  const form: ListForm<typeof tableOrganizations> = {
    op: tableOrganizations,
    table: {
      sorts: ['state', 'name', 'accounts', 'space', 'grown', 'devices', 'seen'],
      filters: ['state', 'ending', 'full', 'grown'],
    },
    title: words.list,
    nameLabel: words.columns.name,
    search: words.search,
    icon: 'organization',
    isAlwaysBelow: true,
    filters: [
      {
        id: 'state',
        label: words.filterState,
        kind: 'choice',
        options: STATES.map((state) => [state, frame.states[state]] as const),
      },
      { id: 'ending', label: words.ending, kind: 'flag' },
      { id: 'full', label: words.full, kind: 'flag', value: '80' },
    ],
    columns: [
      {
        id: 'state',
        label: words.columns.state,
        sort: 'up',
        rank: 1,
        width: 8,
        cell: ({ state }) => <StateTag state={state} />,
      },
      {
        id: 'alerts',
        label: words.columns.alerts,
        rank: 2,
        width: 6,
        cell: ({ alerts: { urgent, warning } }) => (
          <>
            {urgent > 0 && <div>{words.urgent(urgent)}</div>}
            {warning > 0 && <div>{words.soon(warning)}</div>}
            {urgent + warning === 0 && words.noAlerts}
          </>
        ),
      },
      {
        id: 'accounts',
        label: words.columns.accounts,
        sort: 'down',
        isNumber: true,
        rank: 3,
        cell: ({ accounts, accounts_below }) =>
          split(formatCount(accounts), formatCount(accounts_below), accounts_below > 0),
      },
      {
        id: 'space',
        label: words.columns.space,
        sort: 'down',
        isNumber: true,
        rank: 2,
        width: 8,
        cell: ({ space, space_below, quota }) => (
          <>
            {split(formatSize(space), formatSize(space_below), space_below > 0)}
            {quota !== null && <Meter value={space} max={quota} label={words.columns.space} />}
          </>
        ),
      },
      {
        id: 'grown',
        fields: ['grown_30'],
        label: words.columns.grown,
        sort: 'down',
        isNumber: true,
        rank: 4,
        width: 7,
        cell: ({ grown_30, days }) =>
          grown_30 !== null && (
            <>
              {formatGrowth(grown_30)}
              <Sparkline values={days} />
            </>
          ),
      },
      {
        id: 'devices',
        label: words.columns.devices,
        sort: 'down',
        isNumber: true,
        rank: 5,
        width: 5.5,
        cell: ({ devices }) => formatCount(devices),
      },
      {
        id: 'seen',
        fields: ['seen_at'],
        label: words.columns.seen,
        sort: 'down',
        rank: 4,
        cell: ({ seen_at }) => (seen_at ? <ShortTime at={seen_at} /> : table.never),
      },
    ],
    row: {
      name: ({ name }) => shownName(name),
      address: ({ id }) => consoleAddress(id, 'overview'),
      below: ({ path_names, closes_on }) => (
        <>
          {closes_on && `${closing.closesOn(formatDay(closes_on))} · `}
          <bdi>{path_names.map((name) => shownName(name)).join(' › ')}</bdi>
        </>
      ),
      facts: ({ accounts, space }) => words.facts(formatCount(accounts), formatSize(space)),
      menu: (row) => [
        {
          id: 'people',
          icon: 'people',
          label: words.showPeople,
          run: () => navigate(consoleAddress(row.id, 'people')),
        },
        ...(row.may.includes('organization.limits')
          ? [
              {
                id: 'set_quota',
                icon: 'edit',
                label: words.acts.set_quota.label,
                run: () => setWish(limitOf(row)),
              } as const,
            ]
          : []),
        ...menuOf(row, setSuspending, ({ id }) => navigate(consoleAddress(id, 'close'))),
      ],
    },
    bulk: (chosen) => customersActions((action) => setWish({ action, ...chosen })),
    empty: { title: words.empty, why: words.emptyWhy, noneMatch: words.noneMatch },
    actions: may(place, 'organization.create') && (
      <Link href={consoleAddress(place.id, 'new-customer')} className="button button-primary">
        <Icon name="add" />
        <span>{words.add}</span>
      </Link>
    ),
  }
  return (
    <>
      <ListScreen place={place} form={form} />
      {wish && <CustomersBulk place={place} wish={wish} onClose={() => setWish(undefined)} />}
      {suspending && (
        <AskDialog
          title={words.suspendTitle(shownName(suspending.name))}
          why={words.suspendWhy}
          button={words.suspendButton}
          bad
          act={() => suspend(suspending.id)}
          done={words.suspended(shownName(suspending.name))}
          onClose={() => setSuspending(undefined)}
        />
      )}
    </>
  )
}

/** Of one customer, whatever the list shows. */
const limitOf = ({ id }: Row): CustomersWish => ({
  action: 'set_quota',
  selection: exactly([id as number], 0),
  state: { q: '', sort: 'state', filters: {}, below: true, cursor: undefined },
  onDone: () => {},
})

function menuOf(row: Row, onSuspend: (row: Row) => void, onClose: (row: Row) => void): MenuItem[] {
  const { customers: words, closing } = consoleWords()
  const items: MenuItem[] = []
  if (row.may.includes('organization.suspend'))
    items.push(
      row.state === 'suspended'
        ? {
            id: 'resume',
            icon: 'play',
            label: words.resume,
            run: () =>
              void resume(row.id).then(
                () => toast(words.resumed(shownName(row.name))),
                (error) => toast(problemOf(error).words, { bad: true }),
              ),
          }
        : { id: 'suspend', icon: 'pause', bad: true, label: words.suspend, run: () => onSuspend(row) },
    )
  if (row.may.includes('organization.close'))
    items.push(
      // What is being closed itself, and not with one above it, cannot be suspended.
      row.state === 'closing' && !row.may.includes('organization.suspend')
        ? { id: 'cancel', icon: 'undo', label: closing.cancel, run: () => cancelClosing(row) }
        : { id: 'close', icon: 'trash', bad: true, label: closing.open, run: () => onClose(row) },
    )
  return items
}
