import { importPersons, type PersonsImportRow } from '@holdfast/api/accounts/people-import'
import type { OrganizationId } from '@holdfast/api/ids'
import { call } from '../service/api.ts'

/** Sends a list, or asks what would become of each of its rows, in their order. */
export const sendList = async (
  organization_id: OrganizationId,
  csv: string,
  dry_run: boolean,
): Promise<readonly PersonsImportRow[]> => (await call(importPersons, { organization_id, csv, dry_run })).rows
