import type { Action } from '@holdfast/api/accounts/organization-may'
import type { MachineId } from '@holdfast/api/ids'
import type { ParamsOf } from '@holdfast/api/operation'
import type {
  tableMachines as contract,
  DeviceState,
  MachineTableRow,
} from '@holdfast/api/oversight/machine-table'
import { formatUtc } from '@holdfast/api/time'
import { authorizeScope, nameOf, wishOf } from '../../accounts/tables/open-table.ts'
import { openPlaces } from '../../accounts/tables/places.ts'
import { dayOf } from '../../accounts/tables/table-persons.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Filter } from '../../platform/db/table/listed.ts'
import { MACHINES } from '../../platform/db/table/lists.ts'
import { named } from '../../platform/db/table/named.ts'
import { VERSION } from '../../platform/installation/version.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { listNamed, type Table } from '../../platform/table/read-table.ts'
import { named as nameMachine } from '../../records/machines.ts'
import { nameKey } from '../../records/names.ts'
import { displayName } from '../../records/people.ts'
import { wordsIn } from '../../records/words.ts'
import type { Health } from '../machines/health.ts'
import { isOutdated } from './is-outdated.ts'
import * as rows from './queries.ts'

type Params = ParamsOf<typeof contract>

const SORTS = { name: 'name_key', seen: 'seen_at', created: 'id' }
const MAY = [
  'devices.view',
  'devices.change',
  'devices.browse',
  'backups.create',
  'backups.restore',
] as const satisfies readonly Action[]
const VIEWS: Record<NonNullable<Params['view']>, Filter> = {
  attention: rows.attention,
  unreachable: rows.unreachable,
  signed_out: rows.signedOut,
  servers: rows.servers,
}

/** The devices of an organization, or of it and all below, for its administrators. */
export async function openMachineTable(
  ctx: Ctx,
  who: PersonPrincipal,
  params: Params,
): Promise<Table<MachineTableRow>> {
  const scope = await authorizeScope(ctx, who, params)
  return {
    list: listNamed('machines', params),
    wish: wishOf(MACHINES, scope, SORTS, { sort: params.sort, filters: filtersOf(params) }),
    startKey: nameOf(params.sort) === 'name' ? nameKey : undefined,
    rowsOf: (ids) => rowsOf(ctx, who, ids as MachineId[]),
  }
}

const filtersOf = ({ q = '', view, machine, person, seen_before }: Params): Filter[] => [
  ...(q.trim() === '' ? [] : [named('machine', wordsIn(q))]),
  ...(machine === undefined ? [] : [rows.only(machine)]),
  ...(person === undefined ? [] : [rows.ofPerson(person)]),
  ...(view === undefined ? [] : [VIEWS[view]]),
  ...(seen_before === undefined ? [] : [rows.seenBefore(dayOf(seen_before))]),
]

async function rowsOf(ctx: Ctx, who: PersonPrincipal, ids: MachineId[]): Promise<MachineTableRow[]> {
  const db = ctx.db.read
  const machines = new Map((await rows.listShown(db, ids)).map((machine) => [machine.id, machine]))
  const listed = ids.flatMap((id) => machines.get(id) ?? [])
  const places = await openPlaces(db, who, listed)
  const people = await rows.listOwners(db, [...new Set(listed.map(({ person_id }) => person_id))])
  const owners = new Map(people.map((person) => [person.id, person]))
  const connected = new Set(
    (await rows.listConnected(db, ids, ctx.now())).map(({ machine_id }) => machine_id),
  )
  const paused = new Set((await rows.listPaused(db, ids)).map(({ machine_id }) => machine_id))
  const roots = Map.groupBy(await rows.listRootStates(db, ids), ({ machine_id }) => machine_id)
  return listed.map((machine) => {
    const owner = owners.get(machine.person_id)
    const { free_space, total_space }: Health = JSON.parse(machine.health ?? '{}')
    const system = [machine.os_type, machine.os_version].filter((part) => part !== null).join(' ')
    return {
      id: machine.id,
      name: nameMachine(machine).name,
      organization: places.organizationOf(machine),
      owner: owner ? { id: owner.id, name: displayName(owner) } : null,
      state: stateOf(machine, {
        isConnected: connected.has(machine.id),
        isPaused: paused.has(machine.id),
        roots: roots.get(machine.id) ?? [],
      }),
      problems: machine.problem_count,
      seen_at: machine.seen_at > 0 ? formatUtc(machine.seen_at) : null,
      version: machine.agent_version,
      outdated: machine.machine_type !== 'mobile' && isOutdated(machine.agent_version, VERSION),
      system: system === '' ? null : system,
      free_space: free_space ?? null,
      total_space: total_space ?? null,
      kind: machine.machine_type,
      created: formatUtc(machine.created_at),
      // Nobody below a system administrator touches the devices of one.
      may: owner?.system_admin && !who.systemAdmin ? [] : places.mayAt(machine, MAY),
    }
  })
}

interface Connected {
  isConnected: boolean
  /** By the service, until somebody decides. */
  isPaused: boolean
  roots: readonly rows.RootOfMachine[]
}

function stateOf(machine: rows.ShownMachine, { isConnected, isPaused, roots }: Connected): DeviceState {
  const isSome = (...states: (string | null)[]) => roots.some(({ state }) => states.includes(state))
  if (machine.signed_out_at !== null) return 'signed_out'
  if (machine.alerted_at !== null) return 'unreachable'
  if (isPaused) return 'paused'
  if (roots.some(({ held }) => held === 1)) return 'stopped'
  if (machine.problem_count > 0 || isSome('failed', 'attention')) return 'attention'
  if (!isConnected) return 'away'
  if (isSome('paused')) return 'paused'
  return isSome('syncing', 'offline', null) ? 'syncing' : 'up_to_date'
}
