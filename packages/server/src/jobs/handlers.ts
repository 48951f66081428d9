import { sweepChunks } from '../content/sweep.ts'
import { finishDeletions } from '../deletion/finish-deletions.ts'
import { removeDeptFiles } from '../deletion/remove-dept-files.ts'
import { importDueAuthSources } from '../directories/import-due-auth-sources.ts'
import { sendNotices } from '../notices/send-notices.ts'
import { deleteExpiredTokens } from '../oauth/queries.ts'
import { purgeRoots } from '../purge/purge-roots.ts'
import { applyRetention } from '../retention/apply-retention.ts'
import { expireUploads } from '../uploads/expire-uploads.ts'
import { countUsage } from '../usage/count-usage.ts'
import type { JobHandlers } from './jobs.ts'

export const JOB_HANDLERS: JobHandlers = {
  send_mail: (ctx, message) => ctx.mail.send(message),
  send_sms: (ctx, message) => ctx.sms.send(message),
  sweep_chunks: (ctx) => sweepChunks(ctx),
  delete_organizations: (ctx) => finishDeletions(ctx),
  remove_dept_files: (ctx, { personId }) => removeDeptFiles(ctx, personId),
  purge_roots: (ctx) => purgeRoots(ctx),
  apply_retention: (ctx) => applyRetention(ctx),
  count_usage: (ctx) => countUsage(ctx),
  send_notices: (ctx) => sendNotices(ctx),
  expire_tokens: (ctx) => ctx.db.write((tx) => deleteExpiredTokens(tx, ctx.now())),
  expire_uploads: (ctx) => expireUploads(ctx),
  import_directories: (ctx) => importDueAuthSources(ctx),
}
