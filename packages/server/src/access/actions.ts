import {
  ACTIONS,
  type Action,
  type NamedOrganization,
  type Reason,
} from '@holdfast/api/accounts/organization-may'
import type { PolicySettings } from '@holdfast/api/policy'
import type { Principal } from '../platform/principal.ts'
import type { Above } from '../records/organization-tree.ts'
import { parsePolicy } from '../records/policy.ts'
import { fieldOf, isAbove, obstacleTo, type Purpose } from './administration.ts'
import { limitOnOrganizations } from './new-organization.ts'

/** What the calls that take an action ask for. */
interface Rule {
  purpose?: Purpose
  /** What the policy must allow besides. */
  field?: keyof PolicySettings
  /** Decided by those above the organization alone. */
  above?: true
  /** Never done to the first organization. */
  below?: true
  /** Not while the organization is being closed. */
  open?: true
  /** Of the installation as a whole: for system administrators. */
  system?: true
}

const RULES: Record<Action, Rule> = {
  'people.add': { purpose: 'create_users' },
  'people.change': {},
  'people.delete': {},
  'people.make_admin': { purpose: 'take_over' },
  'people.take_over': { purpose: 'take_over' },
  'files.browse': { purpose: 'browse_files' },
  'files.let_in': { purpose: 'browse_files' },
  export: { purpose: 'browse_files' },
  'devices.view': {},
  'devices.change': {},
  'devices.browse': { purpose: 'browse_remote' },
  'backups.create': { purpose: 'take_over', field: 'backups_enabled' },
  'backups.restore': { purpose: 'take_over' },
  'links.close': {},
  'policy.change': {},
  'organization.change': {},
  'organization.create': {},
  'organization.limits': { above: true },
  'organization.suspend': { above: true, below: true, open: true },
  'organization.close': { above: true, below: true },
  directories: { purpose: 'take_over', field: 'ad_enabled' },
  apps: {},
  brand: { field: 'branding_enabled' },
  rules: {},
  activity: {},
  system: { system: true },
}

export interface Refused {
  action: Action
  why: Reason
  by: NamedOrganization | null
}
type Refusal = Omit<Refused, 'action'>

/** What someone may do in an organization, given with all above it, and why not the rest. */
export function decideActions(who: Principal, upward: readonly Above[]): { may: Action[]; not: Refused[] } {
  const may: Action[] = []
  const not: Refused[] = []
  for (const action of ACTIONS) {
    const refusal = refusalOf(who, upward, action)
    if (refusal) not.push({ action, ...refusal })
    else may.push(action)
  }
  return { may, not }
}

/** The same of some actions alone. */
export const actionsAmong = (
  who: Principal,
  upward: readonly Above[],
  actions: readonly Action[],
): Action[] => actions.filter((action) => !refusalOf(who, upward, action))

function refusalOf(who: Principal, upward: readonly Above[], action: Action): Refusal | undefined {
  const { purpose, field, above, below, open, system } = RULES[action]
  // The installation is looked after where the tree begins.
  const chain = system ? upward.slice(-1) : upward
  const [own, parent] = chain
  if (!own) return { why: 'role', by: null }
  const obstacle = obstacleTo(who, chain, purpose)
  if (obstacle === 'policy') return byPolicy(chain, fieldOf(purpose))
  if (obstacle === 'privacy')
    return { why: 'privacy', by: named(chain.find(({ privacy_mode }) => privacy_mode)) }
  const isOfSystem = who.kind === 'person' && who.systemAdmin
  if (obstacle || (below && !parent) || (system && !isOfSystem)) return { why: 'role', by: null }
  if (above && !isAbove(who, own))
    return parent ? { why: 'above', by: named(parent) } : { why: 'role', by: null }
  if (open && own.closes_at !== null) return { why: 'closed', by: null }
  if (field && !parsePolicy(own.policy)[field]) return byPolicy(chain, field)
  if (action === 'organization.create' && who.kind === 'person' && limitOnOrganizations(own, who.at))
    return { why: 'policy', by: named(parent) }
  return undefined
}

/** Handed down from the uppermost one in a row that does not have it. */
function byPolicy(chain: readonly Above[], field: keyof PolicySettings | undefined): Refusal {
  const without = chain.findIndex(({ policy }) => field && parsePolicy(policy)[field])
  return { why: 'policy', by: named(chain.slice(0, without < 0 ? undefined : without).at(-1)) }
}

const named = (organization: Above | undefined): NamedOrganization | null =>
  organization ? { id: organization.id, name: organization.name } : null
