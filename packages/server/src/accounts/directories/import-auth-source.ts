import type { ImportResult } from '@holdfast/api/accounts/auth-sources'
import { DIRECTORY_REASONS } from '@holdfast/api/accounts/directory-reasons'
import { ApiError } from '../../errors.ts'
import type { Ctx } from '../../platform/context.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { recordActivity } from '../../records/activity/record-activity.ts'
import {
  type AuthSourceRow,
  directorySettings,
  findAuthSourceForUpdate,
  updateAuthSourceRow,
} from '../../records/auth-sources.ts'
import { findOrganization } from '../../records/organizations.ts'
import { type AuthSourcePath, authorizeAuthSource } from './authorize-auth-source.ts'
import type { Importer } from './import/import-persons.ts'
import { type ImportOptions, runImport } from './import/run-import.ts'
import { inTurn } from './in-turn.ts'
import { nextImport } from './schedule.ts'
import { failuresOf, type ImportRecord } from './view.ts'

/** Imports accounts and groups, or tells what that would change and changes nothing. */
export async function importAuthSource(
  ctx: Ctx,
  who: PersonPrincipal,
  path: AuthSourcePath,
  options: ImportOptions,
): Promise<ImportResult> {
  const purpose = options.preview ? undefined : 'create_users'
  const { source } = await authorizeAuthSource(ctx.db.read, who, path, purpose)
  const run = options.preview ? runImport : importAndRecord
  return inTurn(path.organizationId, () => run(ctx, who, source, options))
}

/** Keeps how it went with the directory, also when it failed. */
export async function importAndRecord(
  ctx: Ctx,
  who: Importer,
  source: AuthSourceRow,
  options: ImportOptions,
): Promise<ImportResult> {
  try {
    const result = await runImport(ctx, who, source, options)
    const { rows: _persons, ...persons } = result.persons
    const { rows: _groups, ...groups } = result.groups
    await record(ctx, who, source, { status: 'ok', persons, groups, error: null, reason_code: null })
    return result
  } catch (error) {
    const known = error instanceof ApiError
    const status = known && error.code === 'policy_error' ? 'stopped' : 'failed'
    const message = known ? error.message : 'Something went wrong on the server.'
    await record(ctx, who, source, {
      status,
      persons: null,
      groups: null,
      error: message,
      ...reasonCodeOf(error),
    })
    throw error
  }
}

const reasonCodeOf = (error: unknown): Pick<ImportRecord, 'reason_code'> => {
  const code = error instanceof ApiError ? error.extra?.reason_code : undefined
  return { reason_code: DIRECTORY_REASONS.find((one) => one === code) ?? null }
}

async function record(
  ctx: Ctx,
  who: Importer,
  source: AuthSourceRow,
  outcome: Omit<ImportRecord, 'finishedAt' | 'failures'>,
): Promise<void> {
  await ctx.db.write(async (tx) => {
    const current = await findAuthSourceForUpdate(tx, source.id)
    const organization = await findOrganization(tx, source.organization_id)
    if (!current || !organization) return
    const at = ctx.now()
    const failures = outcome.status === 'ok' ? 0 : failuresOf(current) + 1
    const kept: ImportRecord = { ...outcome, finishedAt: at, failures }
    await updateAuthSourceRow(tx, source.id, {
      last_import: JSON.stringify(kept),
      next_import_at: nextImport(directorySettings(current), at, failures),
    })
    if (outcome.status === 'ok')
      await recordActivity(tx, who, 'directory_imported', { organization, about: summaryOf(outcome) }, at)
  })
}

function summaryOf({ persons, groups }: Omit<ImportRecord, 'finishedAt' | 'failures'>): string {
  const words = (what: string, counts: ImportRecord['persons']) =>
    `${what}: ${counts?.created ?? 0} created, ${counts?.updated ?? 0} updated, ${counts?.disabled ?? 0} disabled`
  return `${words('accounts', persons)}; ${words('groups', groups)}`
}
