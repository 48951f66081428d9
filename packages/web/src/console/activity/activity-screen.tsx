import type { OrganizationMay } from '@holdfast/api/accounts/organization-may'
import { ACTIVITY_KINDS } from '@holdfast/api/oversight/activity-table'
import { useLocation, useSearch } from 'wouter'
import {
  changed,
  filtered,
  type TableForm,
  type TableState,
  tableQuery,
  tableStateIn,
} from '../../core/console/table-state.ts'
import { type ActivityRow, activityAddress, useActivity } from '../../data/console/activity.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import { formatCount, shownName } from '../../messages/format.ts'
import { t } from '../../messages/words.ts'
import { Failed } from '../../ui/answers/failed.tsx'
import { ListEnd } from '../../ui/answers/list-end.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { FilterForm } from '../parts/filters.tsx'
import { Scope } from '../parts/scope.tsx'
import { TableTools } from '../parts/table-tools.tsx'
import { ActivityDays } from './activity-days.tsx'
import { ChainLine } from './chain-line.tsx'
import './activity.css'

const FORM: TableForm = {
  sorts: ['created'],
  filters: ['kind', 'from', 'to', 'type_ids', 'actor', 'acted_on', 'device', 'root'],
}

/** What happened in an organization, or in all below it too, and whether the log of it is intact. */
export function ActivityScreen({ place }: { place: OrganizationMay }) {
  const words = consoleWords().activity
  const [path, navigate] = useLocation()
  const { unknown, ...state } = tableStateIn(useSearch(), FORM)
  const go = (next: TableState, replace = false) => navigate(path + tableQuery(next, FORM), { replace })
  const list = useActivity(place.id, state)
  const pages = list.data?.pages ?? []
  const rows = pages.flatMap(({ results }) => results)
  const searched = pages.reduce((sum, page) => sum + (page.searched ?? 0), 0)
  return (
    <>
      <header className="console-head">
        <h1>{words.list}</h1>
        <Scope place={place} below={state.below} onChange={(below) => go(changed(state, { below }))} />
        <span className="console-acts">
          <a className="button button-plain" href={activityAddress(place.id, state, 'csv')} download>
            <Icon name="download" />
            <span>{words.csv}</span>
          </a>
          <a className="button button-plain" href={activityAddress(place.id, state, 'json_lines')} download>
            <Icon name="download" />
            <span>{words.jsonLines}</span>
          </a>
        </span>
      </header>
      <ChainLine place={place} />
      <TableTools
        state={state}
        onState={go}
        views={[]}
        filters={filtersOf()}
        rows={rows}
        hasUnknown={unknown.length > 0}
      />
      {list.isLoadingError ? (
        <Failed error={list.error} onRetry={() => void list.refetch()} />
      ) : !list.data ? (
        <p className="soft">{t.general.loading}</p>
      ) : rows.length === 0 && !list.hasNextPage ? (
        <Nothing state={state} onState={go} />
      ) : (
        <>
          <ActivityDays
            place={place}
            rows={rows}
            onOnly={(name, id) => go(filtered(state, name, String(id)))}
          />
          {searched > 0 && list.hasNextPage && (
            <p className="soft" role="status">
              {words.searched(formatCount(searched))}
            </p>
          )}
          {list.hasNextPage ? <ListEnd list={list} /> : <p className="activity-end soft">{words.end}</p>}
        </>
      )}
    </>
  )
}

function Nothing({ state, onState }: { state: TableState; onState: (state: TableState) => void }) {
  const { activity: words, table } = consoleWords()
  const isNarrow = Object.keys(state.filters).length > 0
  return (
    <div className="empty">
      <Icon name={isNarrow ? 'search' : 'clock'} large />
      <h2>{isNarrow ? words.noneMatch : words.empty}</h2>
      {isNarrow && (
        <p className="empty-actions">
          <Button onClick={() => onState(changed(state, { filters: {} }))}>{table.clearFilters}</Button>
        </p>
      )}
    </div>
  )
}

function filtersOf(): readonly FilterForm[] {
  const { filters: names, kinds } = consoleWords().activity
  const named = (
    id: 'actor' | 'acted_on' | 'device' | 'root' | 'type_ids',
    nameIn: (row: ActivityRow) => string | undefined,
  ): FilterForm => ({
    id,
    label: names[id],
    kind: 'named',
    nameIn: (rows) => {
      for (const row of rows) {
        const name = nameIn(row as ActivityRow)
        if (name) return shownName(name)
      }
      return undefined
    },
  })
  return [
    {
      id: 'kind',
      label: names.kind,
      kind: 'choice',
      options: ACTIVITY_KINDS.map((kind) => [kind, kinds[kind]] as const),
    },
    { id: 'from', label: names.from, kind: 'day' },
    { id: 'to', label: names.to, kind: 'day' },
    named('actor', ({ actor_text }) => actor_text),
    named('acted_on', ({ acted_on_text }) => acted_on_text),
    named('root', ({ acted_on_text }) => acted_on_text),
    named('device', ({ acted_on_machine_id, acted_on_text }) =>
      acted_on_machine_id === null ? undefined : acted_on_text,
    ),
    named('type_ids', ({ action_text }) => action_text),
  ]
}
