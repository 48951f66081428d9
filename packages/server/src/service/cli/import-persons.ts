import { readFile } from 'node:fs/promises'
import type { PersonsImport } from '@holdfast/api/accounts/people-import'
import { withReason } from '@holdfast/api/errors'
import { importPersons } from '../../accounts/people-import/import-persons.ts'
import { ApiError } from '../../errors.ts'
import type { Ctx } from '../../platform/context.ts'
import { THE_SERVICE } from '../../platform/principal.ts'
import { IMPORT } from '../words/upkeep.ts'
import { CommandError } from './command-error.ts'
import { getNamedOrganization } from './named-organization.ts'

/** What was typed after `import-persons`. */
export interface ImportArguments {
  organization: string
  file: string
  commit: boolean
}

/** Undefined for what makes no sense. */
export function importArguments(args: readonly string[]): ImportArguments | undefined {
  const [organization, file, ...more] = args.filter((arg) => arg !== '--commit')
  if (!organization || !file || more.length > 0 || organization.startsWith('-') || file.startsWith('-'))
    return undefined
  return { organization, file, commit: args.includes('--commit') }
}

/** Adds the accounts on a list, or with no `--commit` shows what would come of it. Gives the exit code. */
export async function runImport(ctx: Ctx, { organization, file, commit }: ImportArguments): Promise<number> {
  const text = await readText(file)
  const found = await getNamedOrganization(ctx, organization)
  try {
    const result = await importPersons(ctx, THE_SERVICE, found.id, {
      text,
      parameter: 'file',
      dryRun: !commit,
    })
    console.log(tableOf(result))
    return result.failed > 0 ? 1 : 0
  } catch (error) {
    throw error instanceof ApiError ? new CommandError(error.message, { cause: error }) : error
  }
}

async function readText(file: string): Promise<string> {
  const bytes = await readFile(file).catch((error: Error) => {
    throw new CommandError(IMPORT.unreadable(error.message), { cause: error })
  })
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new CommandError(IMPORT.notUtf8(file))
  }
}

function tableOf({ rows, dry_run, total, created, failed }: PersonsImport): string {
  const cells = rows.map(({ row, email, status, person_id, error, error_description, error_reason }) => [
    String(row),
    email,
    status,
    error === null
      ? String(person_id ?? '')
      : `${error}: ${withReason(error_description ?? '', error_reason)}`,
  ])
  const table = [[...IMPORT.columns], ...cells]
  const widths = [0, 1, 2].map((column) => Math.max(...table.map((line) => line[column]?.length ?? 0)))
  const lines = table.map((line) =>
    line
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
  const sum = dry_run ? IMPORT.wouldCreate(total, created, failed) : IMPORT.created(total, created, failed)
  return [...lines, sum].join('\n')
}
