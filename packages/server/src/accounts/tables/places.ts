import type { Action, NamedOrganization } from '@holdfast/api/accounts/organization-may'
import type { AuthSourceId, OrganizationId } from '@holdfast/api/ids'
import type { PolicySettings } from '@holdfast/api/policy'
import { actionsAmong } from '../../access/actions.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Principal } from '../../platform/principal.ts'
import { type Above, listUpwardOf } from '../../records/organization-tree.ts'
import { parsePolicy } from '../../records/policy.ts'
import { listDirectoryNames } from './queries.ts'

/** What rows tell of the organizations that they belong to. */
export interface Places {
  organizationOf: (row: { organization_id: OrganizationId }) => NamedOrganization
  policyOf: (row: { organization_id: OrganizationId }) => PolicySettings
  /** Of some actions, those that the reader may take there. */
  mayAt: (row: { organization_id: OrganizationId }, actions: readonly Action[]) => Action[]
}

export async function openPlaces(
  db: Db,
  who: Principal,
  rows: readonly { organization_id: OrganizationId }[],
): Promise<Places> {
  const upward = await listUpwardOf(db, [...new Set(rows.map(({ organization_id: id }) => id))])
  const at = ({ organization_id: id }: { organization_id: OrganizationId }): Above[] => upward.get(id) ?? []
  const known = new Map<string, Action[]>()
  return {
    organizationOf: (row) => ({ id: row.organization_id, name: at(row)[0]?.name ?? '' }),
    policyOf: (row) => parsePolicy(at(row)[0]?.policy ?? '{}'),
    mayAt: (row, actions) => {
      const key = `${row.organization_id} ${actions.join()}`
      const may = known.get(key) ?? actionsAmong(who, at(row), actions)
      known.set(key, may)
      return may
    },
  }
}

/** How the directories are called that rows come from. */
export async function openDirectories(db: Db, rows: readonly { auth_source_id: AuthSourceId | null }[]) {
  const ids = rows.map(({ auth_source_id: id }) => id).filter((id) => id !== null)
  const listed = await listDirectoryNames(db, [...new Set(ids)])
  const names = new Map(listed.map(({ id, nickname, host }) => [id, nickname ?? host]))
  return ({ auth_source_id: id }: { auth_source_id: AuthSourceId | null }) => {
    const name = id === null ? undefined : names.get(id)
    return id === null || name === undefined ? null : { id, name }
  }
}
