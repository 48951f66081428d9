import { signOutDevices } from '../accounts/closing/sign-out-devices.ts'
import { watchClosings } from '../accounts/closing/watch-closings.ts'
import { finishDeletions } from '../accounts/deletion/finish-deletions.ts'
import { removeDeptFiles } from '../accounts/deletion/remove-dept-files.ts'
import { importDirectory } from '../accounts/directories/import-directory.ts'
import { queueImports } from '../accounts/directories/queue-imports.ts'
import { countSpace } from '../accounts/tables/count-space.ts'
import { forgetJobs } from '../devices/jobs/forget-jobs.ts'
import { checkMachines } from '../devices/reachability/check-machines.ts'
import { lapseChunks } from '../files/chunks/lapse-chunks.ts'
import { expireZipOrders } from '../files/reading/zip/order-zip.ts'
import { applyRetention } from '../files/retention/apply-retention.ts'
import { purgeRoots } from '../files/retention/purge-roots.ts'
import { expireUploads } from '../files/uploads/expire-uploads.ts'
import { expireDrafts } from '../files/webdav/drafts/change-draft.ts'
import { anchorActivity } from '../oversight/activity/anchor-activity.ts'
import { checkActivity, queueChecks } from '../oversight/activity/check-activity.ts'
import { keepAlerts } from '../oversight/alerts/keep-alerts.ts'
import { sendWebhook } from '../oversight/alerts/send-webhook.ts'
import { tellRules } from '../oversight/alerts/tell-rules.ts'
import { mailDamage } from '../oversight/damage/mail-damage.ts'
import { scrubContent } from '../oversight/damage/scrub-content.ts'
import { expireExports } from '../oversight/export/expire-exports.ts'
import { runExport } from '../oversight/export/run-export.ts'
import { countFigures } from '../oversight/figures/count-figures.ts'
import { watchPause } from '../oversight/pause/watch-pause.ts'
import { countSystem } from '../oversight/system/count-system.ts'
import { countUsage } from '../oversight/usage/count-usage.ts'
import { sweepChunks } from '../platform/content/sweep.ts'
import { isOwnStore } from '../platform/installation/epoch.ts'
import { isResting } from '../platform/installation/rest.ts'
import type { JobHandlers } from '../platform/jobs/jobs.ts'
import { deliverMail } from '../records/deliver-mail.ts'
import { sendReceipts } from '../sharing/collecting/send-receipts.ts'
import { sendNotices } from '../sharing/notices/send-notices.ts'
import { countShares } from '../sharing/table/count-shares.ts'
import { expireTokens } from '../sign-in/oauth/expire-tokens.ts'
import { verifyEverything } from './verify/verify-everything.ts'

export const JOB_HANDLERS: JobHandlers = {
  send_mail: (ctx, mail) => deliverMail(ctx, mail),
  send_sms: (ctx, message) => ctx.sms.send(message),
  sweep_chunks: async (ctx) => {
    if (!(await isOwnStore(ctx))) throw new Error('The store belongs to another installation')
    await lapseChunks(ctx)
    const { deleted, held } = await sweepChunks(ctx)
    const { figures } = ctx.content
    figures.swept += deleted
    // A rest after a restore is as it should be, and administrators are notified of it elsewhere.
    if (!held || (await isResting(ctx.db.read, ctx.now()))) figures.sweptAt = ctx.now()
  },
  scrub_content: (ctx) => scrubContent(ctx),
  watch_pause: (ctx) => watchPause(ctx),
  mail_damage: (ctx) => mailDamage(ctx),
  delete_organizations: (ctx) => finishDeletions(ctx),
  sign_out_devices: (ctx, { organizationId }) => signOutDevices(ctx, organizationId),
  watch_closings: (ctx) => watchClosings(ctx),
  remove_dept_files: (ctx, { personId }) => removeDeptFiles(ctx, personId),
  purge_roots: (ctx) => purgeRoots(ctx),
  apply_retention: (ctx) => applyRetention(ctx),
  count_space: async (ctx) => {
    await countSpace(ctx)
    await countShares(ctx)
  },
  run_export: (ctx, { exportId }) => runExport(ctx, exportId),
  expire_exports: (ctx) => expireExports(ctx),
  count_usage: (ctx) => countUsage(ctx),
  keep_alerts: async (ctx) => {
    await tellRules(ctx)
    await keepAlerts(ctx)
  },
  send_webhook: (ctx, { deliveryId }) => sendWebhook(ctx, deliveryId),
  count_figures: (ctx) => countFigures(ctx),
  anchor_activity: (ctx) => anchorActivity(ctx),
  verify_activity: (ctx) => queueChecks(ctx),
  check_activity: (ctx, { organizationId }) => checkActivity(ctx, organizationId),
  send_notices: async (ctx) => {
    // First: what is wrong with notices must not keep receipts waiting.
    await sendReceipts(ctx)
    await sendNotices(ctx)
  },
  check_machines: async (ctx) => {
    await checkMachines(ctx)
    await forgetJobs(ctx)
  },
  expire_tokens: (ctx) => expireTokens(ctx),
  expire_uploads: async (ctx) => {
    await expireUploads(ctx)
    await expireDrafts(ctx)
    await expireZipOrders(ctx)
  },
  count_system: (ctx) => countSystem(ctx),
  verify_everything: (ctx) => verifyEverything(ctx),
  import_directories: (ctx) => queueImports(ctx),
  import_directory: (ctx, { authSourceId }) => importDirectory(ctx, authSourceId),
}
