import { DAY_MS, type Instant } from '@holdfast/api/time'
import type { Ctx } from '../../../platform/context.ts'
import type { Draft } from '../places/find-place.ts'
import { deleteDraft, deleteDraftsBefore, putDraft } from './queries.ts'

/** So long a draft waits to become a file. Programs need seconds. */
const KEPT_MS = DAY_MS

export const endDraft = (ctx: Ctx, { draft }: Draft): Promise<void> =>
  ctx.db.write((tx) => deleteDraft(tx, draft))

/** Another time, or the token of a lock: no other sign-in sees a draft, so there is nobody to keep out. */
export const changeDraft = (
  ctx: Ctx,
  { draft }: Draft,
  change: { modified_at?: Instant; token?: string | null },
): Promise<void> => ctx.db.write((tx) => putDraft(tx, { ...draft, ...change }))

/** Their chunks are given up by themselves, later than the drafts. */
export const expireDrafts = (ctx: Ctx): Promise<void> =>
  ctx.db.write((tx) => deleteDraftsBefore(tx, ctx.now() - KEPT_MS))
