import { DAY_MS } from '@holdfast/api/time'
import type { Ctx } from '../../platform/context.ts'
import { afterAll } from '../../records/organization-tree.ts'
import { countBrakesSince, countLinksSince } from './fact-queries.ts'
import type { RuleRow } from './rule-queries.ts'

const LOOKED_BACK_MS = 30 * DAY_MS

/** How often a rule would have told something in the last days, where that is still known. */
export async function wouldHaveFired(
  { db, now }: Ctx,
  { kind, below }: Pick<RuleRow, 'kind' | 'below'>,
  path: string,
): Promise<number | null> {
  const before = below === 1 ? afterAll(path) : `${path}0`
  const since = now() - LOOKED_BACK_MS
  if (kind === 'unusual_activity') return countBrakesSince(db.read, path, before, since)
  if (kind === 'public_link') return countLinksSince(db.read, path, before, since)
  return null
}
