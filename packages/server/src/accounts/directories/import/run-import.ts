import type { ImportGroupRow, ImportPersonRow, ImportResult } from '@holdfast/api/accounts/auth-sources'
import type { DirectoryReason, ImportReason } from '@holdfast/api/accounts/directory-reasons'
import { fail } from '../../../errors.ts'
import type { Ctx } from '../../../platform/context.ts'
import { dnKey } from '../../../platform/ldap/distinguished-names.ts'
import { readDirectory, type Snapshot } from '../../../platform/ldap/read-directory.ts'
import { type AuthSourceRow, directorySettings } from '../../../records/auth-sources.ts'
import { importGroups, previewGroups, retireVanished } from './import-groups.ts'
import { importNesting, previewNesting } from './import-nesting.ts'
import {
  disableVanished,
  type Importer,
  importPersons,
  previewPersons,
  tallyPersons,
} from './import-persons.ts'
import { type GroupStep, type NestingPlan, type ResolvedGroup, resolveMembers } from './plan-groups.ts'
import { identify, type PersonStep } from './plan-persons.ts'
import { type ActivePerson, type KnownGroup, listActivePersons, listKnownGroups } from './queries.ts'
import { reasoned } from './reasons.ts'
import { Tally } from './tally.ts'

export interface ImportOptions {
  /** Only tells what would be done. */
  preview: boolean
  /** Disables accounts even if they are many. */
  force: boolean
}

interface Outcome {
  steps: PersonStep[]
  groups: ResolvedGroup[]
  groupSteps: GroupStep[]
  nesting: NestingPlan
}

/** A directory that has lost so many entries has more likely been moved or broken than left by all of them. */
const areTooMany = (vanished: number, all: number): boolean => vanished > Math.max(10, Math.floor(all / 4))

/** Reads a directory wholly, then brings accounts and groups in line with it. Safe to repeat after any interruption. */
export async function runImport(
  ctx: Ctx,
  who: Importer,
  source: AuthSourceRow,
  { preview, force }: ImportOptions,
): Promise<ImportResult> {
  const snapshot = await readDirectory(ctx.outbound, directorySettings(source))
  const persons = identify(snapshot.persons)
  const groups = identify(snapshot.groups)
  const gone = await findVanished(ctx, source, snapshot)
  if (gone.tooMany && !preview && !force)
    fail(
      'policy_error',
      `The import would disable ${gone.persons.length} accounts and ${gone.groups.length} groups. To continue, run it with force.`,
      { reason_code: 'needs_force' satisfies DirectoryReason },
    )
  const importEntries = preview
    ? previewPersons(ctx, who, source, persons.identified)
    : importPersons(ctx, who, source, persons.identified)
  const steps = await importEntries
  if (!preview) {
    await disableVanished(ctx, who, source, gone.persons)
    // First, so that a name which moved from one entry to another is free.
    await retireVanished(ctx, who, source, gone.groups)
  }
  const resolved = resolveMembers(groups.identified, accountsOf(steps))
  const groupSteps = preview
    ? await previewGroups(ctx, source, resolved)
    : await importGroups(ctx, who, source, resolved)
  // One that is left as it is keeps the groups in it as the directory has them.
  const there = groupSteps.flatMap((step) => (step.action === 'skip' && !step.known ? [] : [step.group]))
  const nesting = preview
    ? await previewNesting(ctx, source, there)
    : await importNesting(ctx, who, source, there)
  return {
    preview,
    needs_force: gone.tooMany,
    persons: tallyOfPersons(steps, persons.refused, gone.persons).view,
    groups: tallyOfGroups({ steps, groups: resolved, groupSteps, nesting }, groups.refused, gone.groups).view,
  }
}

async function findVanished(ctx: Ctx, source: AuthSourceRow, snapshot: Snapshot) {
  const idsOf = (entries: readonly { directoryId: string | undefined }[]) =>
    new Set(entries.map(({ directoryId }) => directoryId ?? ''))
  const personIds = idsOf(snapshot.persons)
  const groupIds = idsOf(snapshot.groups)
  const active = await listActivePersons(ctx.db.read, source.id)
  const live = (await listKnownGroups(ctx.db.read, source.id)).filter((group) => group.deleted_at === null)
  const persons = active.filter(({ directory_id }) => !personIds.has(directory_id ?? ''))
  const groups = live.filter(({ directory_id }) => !groupIds.has(directory_id ?? ''))
  const tooMany = areTooMany(persons.length, active.length) || areTooMany(groups.length, live.length)
  return { persons, groups, tooMany }
}

/** By what a directory calls them, those entries that are accounts now or would be. */
function accountsOf(steps: readonly PersonStep[]): Map<string, string> {
  const accounts = new Map<string, string>()
  for (const step of steps) {
    const isAccount = step.action !== 'skip' || step.known !== undefined
    if (isAccount && step.entry.directoryId !== undefined)
      accounts.set(dnKey(step.entry.dn), step.entry.directoryId)
  }
  return accounts
}

function tallyOfPersons(
  steps: readonly PersonStep[],
  refused: ReturnType<typeof identify<Snapshot['persons'][number]>>['refused'],
  vanished: readonly ActivePerson[],
): Tally<ImportPersonRow> {
  const tally = new Tally<ImportPersonRow>()
  const skips = refused.map(
    ({ entry, reason }): PersonStep => ({ action: 'skip', entry, known: undefined, reason }),
  )
  tallyPersons(tally, [...steps, ...skips], vanished)
  return tally
}

function tallyOfGroups(
  { groups, groupSteps, nesting }: Outcome,
  refused: { entry: { name: string; dn: string }; reason: ImportReason }[],
  vanished: readonly KnownGroup[],
): Tally<ImportGroupRow> {
  const tally = new Tally<ImportGroupRow>()
  const names = new Map(groups.map(({ directoryId, name }) => [directoryId, name]))
  const nested = new Set([...nesting.add, ...nesting.remove].map(({ outer }) => outer))
  for (const step of groupSteps) {
    const { name } = step.group
    if (step.action === 'create') tally.add({ action: 'create', group_id: null, name, ...reasoned(null) })
    else if (step.action !== 'none')
      tally.add({ action: step.action, group_id: step.known?.id ?? null, name, ...reasoned(step.reason) })
    else if (nested.has(step.group.directoryId))
      tally.add({ action: 'update', group_id: step.known.id, name, ...reasoned(null) })
    else tally.leave()
  }
  for (const { entry, reason } of refused)
    tally.add({ action: 'skip', group_id: null, name: entry.name || entry.dn, ...reasoned(reason) })
  for (const { outer, inner } of nesting.refused)
    tally.add({
      action: 'skip',
      group_id: null,
      name: names.get(outer) ?? '',
      ...reasoned('contains_itself', `${names.get(inner) ?? ''} is not added to it. `),
    })
  for (const { id, name } of vanished)
    tally.add({ action: 'disable', group_id: id, name, ...reasoned('gone') })
  return tally
}
