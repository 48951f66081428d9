import type { AnyOperation } from '@holdfast/api/operation'
import { authorize } from '@holdfast/api/sign-in/oauth'
import Fastify, { LogController } from 'fastify'
import { connectionsEach } from '../platform/config/config.ts'
import type { Ctx } from '../platform/context.ts'
import { API_VERSION } from '../platform/installation/version.ts'
import { STOP_PATH } from '../sharing/notices/stop-token.ts'
import { accountBulkRoutes } from './api/accounts/account-bulk.ts'
import { accountTableRoutes } from './api/accounts/account-tables.ts'
import { authSourceTestRoutes } from './api/accounts/auth-source-test.ts'
import { authSourceRoutes } from './api/accounts/auth-sources.ts'
import { brandRoutes } from './api/accounts/brand.ts'
import { customerSetupRoutes } from './api/accounts/customer-setup.ts'
import { directoryRoutes } from './api/accounts/directory.ts'
import { findRoutes } from './api/accounts/find.ts'
import { groupRoutes } from './api/accounts/groups.ts'
import { guestRoutes } from './api/accounts/guests.ts'
import { organizationClosingRoutes } from './api/accounts/organization-closing.ts'
import { organizationMayRoutes } from './api/accounts/organization-may.ts'
import { organizationTreeRoutes } from './api/accounts/organization-tree.ts'
import { organizationRoutes } from './api/accounts/organizations.ts'
import { personRoutes } from './api/accounts/people.ts'
import { personImportRoutes } from './api/accounts/people-import.ts'
import { policyRoutes } from './api/accounts/policies.ts'
import { backupRoutes } from './api/devices/backups.ts'
import { fleetRoutes } from './api/devices/fleet.ts'
import { machineRoutes } from './api/devices/machines.ts'
import { changeRoutes } from './api/files/changes.ts'
import { chunkRoutes } from './api/files/chunks.ts'
import { contentRoutes } from './api/files/contents.ts'
import { deletedItemRoutes } from './api/files/deleted-items.ts'
import { fileBulkRoutes } from './api/files/file-bulk.ts'
import { lockRoutes } from './api/files/file-locks.ts'
import { filePlaceRoutes } from './api/files/file-places.ts'
import { filePositionRoutes } from './api/files/file-positions.ts'
import { fileTreeRoutes } from './api/files/file-tree.ts'
import { fileZipRoutes } from './api/files/file-zips.ts'
import { fileRoutes } from './api/files/files.ts'
import { historyRoutes } from './api/files/history.ts'
import { historyFigureRoutes } from './api/files/history-figures.ts'
import { historyUndoRoutes } from './api/files/history-undo.ts'
import { preferenceRoutes } from './api/files/preferences.ts'
import { retentionRoutes } from './api/files/retention.ts'
import { revisionRoutes } from './api/files/revisions.ts'
import { searchRoutes } from './api/files/search.ts'
import { syncRoutes } from './api/files/sync.ts'
import { thumbnailRoutes } from './api/files/thumbnails.ts'
import { uploadCheckRoutes } from './api/files/upload-checks.ts'
import { UPLOADS_SERVED, uploadRoutes } from './api/files/uploads.ts'
import { activityRoutes } from './api/oversight/activity.ts'
import { activityTableRoutes } from './api/oversight/activity-table.ts'
import { alertRuleRoutes } from './api/oversight/alert-rules.ts'
import { alertRoutes } from './api/oversight/alerts.ts'
import { backupTableRoutes } from './api/oversight/backup-table.ts'
import { brakeRoutes } from './api/oversight/brakes.ts'
import { deviceBulkRoutes } from './api/oversight/device-bulk.ts'
import { exportRoutes } from './api/oversight/exports.ts'
import { figureRoutes } from './api/oversight/figures.ts'
import { installationBackupRoutes } from './api/oversight/installation-backup.ts'
import { installationRetentionRoutes } from './api/oversight/installation-retention.ts'
import { machineTableRoutes } from './api/oversight/machine-table.ts'
import { organizationBulkRoutes } from './api/oversight/organization-bulk.ts'
import { organizationTableRoutes } from './api/oversight/organization-table.ts'
import { safetyRoutes } from './api/oversight/safety.ts'
import { setupRoutes } from './api/oversight/setup.ts'
import { shareTableRoutes } from './api/oversight/share-table.ts'
import { systemRoutes } from './api/oversight/system.ts'
import { systemJobRoutes } from './api/oversight/system-jobs.ts'
import { systemLogRoutes } from './api/oversight/system-log.ts'
import { usageRoutes } from './api/oversight/usage.ts'
import { fileRequestRoutes } from './api/sharing/file-requests.ts'
import { handOverRoutes } from './api/sharing/hand-over.ts'
import { linkAdministrationRoutes } from './api/sharing/link-administration.ts'
import { linkBulkRoutes } from './api/sharing/link-bulk.ts'
import { linkTableRoutes } from './api/sharing/link-table.ts'
import { linkRoutes } from './api/sharing/links.ts'
import { noticeRoutes } from './api/sharing/notices.ts'
import { reachRoutes } from './api/sharing/reach.ts'
import { recipientRoutes } from './api/sharing/recipients.ts'
import { sharedContentRoutes } from './api/sharing/shared-content.ts'
import { shareRoutes } from './api/sharing/shares.ts'
import { appPasswordRoutes } from './api/sign-in/app-passwords.ts'
import { applicationRoutes } from './api/sign-in/applications.ts'
import { generalRoutes } from './api/sign-in/general.ts'
import { oauthRoutes } from './api/sign-in/oauth.ts'
import { sessionRoutes } from './api/sign-in/sessions.ts'
import { twoStepRoutes } from './api/sign-in/two-step.ts'
import { writerOf } from './exchange/answer-writer.ts'
import { countAnswers } from './exchange/count-answers.ts'
import { allowWebOrigins } from './exchange/cross-origin.ts'
import { handleErrors, handleUnknown, type PageRoute, refuseMalformed } from './exchange/error-handler.ts'
import { limitForwarded } from './exchange/limit-forwarded.ts'
import { noteAsking } from './exchange/note-asking.ts'
import { noteServed } from './exchange/note-served.ts'
import { refuseOutdated } from './exchange/refuse-outdated.ts'
import { logRequests } from './exchange/request-log.ts'
import { setSecurityHeaders } from './exchange/security-headers.ts'
import type { ServedContract } from './exchange/serve-contract.ts'
import type { App, Reply, Request } from './exchange/server.ts'
import { AGENT_PAGES, agentRoutes } from './pages/agent/agent-routes.ts'
import { APP_PAGES, appRoutes } from './pages/app/app-routes.ts'
import { docsRoutes } from './pages/docs/docs-routes.ts'
import { showErrors } from './pages/frame/error-page.ts'
import { FRONT_PAGES, frontRoutes } from './pages/front/front-routes.ts'
import { LINK_PAGES, linkPageRoutes } from './pages/links/routes.ts'
import { LOGO_PAGES, logoRoutes } from './pages/logo/logo-routes.ts'
import { MANUAL_PAGES, manualRoutes } from './pages/manual/manual-routes.ts'
import { ACCOUNT_PAGES, accountRoutes } from './pages/sign-in/account-routes.ts'
import { authorizeRoutes } from './pages/sign-in/authorize-routes.ts'
import { SIGN_IN_PAGES, signInRoutes } from './pages/sign-in/sign-in-routes.ts'
import { davRoutes } from './webdav/dav-routes.ts'

/** Every file of the contract that is served, in the order of the specification and of the API document. */
const SERVED: readonly ServedContract[] = [
  generalRoutes,
  fileRoutes,
  filePlaceRoutes,
  filePositionRoutes,
  fileBulkRoutes,
  deletedItemRoutes,
  uploadCheckRoutes,
  uploadRoutes,
  fileTreeRoutes,
  lockRoutes,
  revisionRoutes,
  thumbnailRoutes,
  changeRoutes,
  fileZipRoutes,
  retentionRoutes,
  chunkRoutes,
  syncRoutes,
  contentRoutes,
  historyRoutes,
  historyFigureRoutes,
  historyUndoRoutes,
  brakeRoutes,
  searchRoutes,
  linkRoutes,
  linkAdministrationRoutes,
  linkBulkRoutes,
  linkTableRoutes,
  sharedContentRoutes,
  fileRequestRoutes,
  reachRoutes,
  safetyRoutes,
  organizationRoutes,
  policyRoutes,
  organizationMayRoutes,
  organizationClosingRoutes,
  customerSetupRoutes,
  organizationTreeRoutes,
  findRoutes,
  accountBulkRoutes,
  accountTableRoutes,
  brandRoutes,
  shareRoutes,
  shareTableRoutes,
  personRoutes,
  handOverRoutes,
  directoryRoutes,
  preferenceRoutes,
  noticeRoutes,
  recipientRoutes,
  personImportRoutes,
  guestRoutes,
  twoStepRoutes,
  appPasswordRoutes,
  groupRoutes,
  machineRoutes,
  backupRoutes,
  fleetRoutes,
  machineTableRoutes,
  backupTableRoutes,
  deviceBulkRoutes,
  sessionRoutes,
  applicationRoutes,
  authSourceRoutes,
  authSourceTestRoutes,
  activityRoutes,
  activityTableRoutes,
  usageRoutes,
  exportRoutes,
  figureRoutes,
  organizationTableRoutes,
  organizationBulkRoutes,
  alertRoutes,
  alertRuleRoutes,
  installationBackupRoutes,
  installationRetentionRoutes,
  setupRoutes,
  systemRoutes,
  systemJobRoutes,
  systemLogRoutes,
  oauthRoutes,
]

export const OPERATIONS: readonly AnyOperation[] = SERVED.flatMap(({ operations }) => operations)

const PAGES: readonly PageRoute[] = [
  ...FRONT_PAGES,
  ...AGENT_PAGES,
  ...APP_PAGES,
  ...MANUAL_PAGES,
  ...LINK_PAGES,
  ...LOGO_PAGES,
  ...SIGN_IN_PAGES,
  ...ACCOUNT_PAGES,
  { method: 'POST', path: authorize.path },
  { method: 'GET', path: STOP_PATH },
  { method: 'POST', path: STOP_PATH },
  ...UPLOADS_SERVED,
]

/** Unique over restarts and servers by the random part, over requests by the number. */
function requestIds(prefix: string): () => string {
  let count = 0
  return () => `${prefix}-${(++count).toString(36)}`
}

/** All routes and hooks on one Fastify, which never listens itself: see `http/listener/listener.ts`. */
export function buildApp(ctx: Ctx, baseUrl: () => string): App {
  const app: App = Fastify({
    loggerInstance: ctx.log,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: ctx.config.trustProxy.length > 0 ? ctx.config.trustProxy : false,
    genReqId: requestIds(ctx.random(6).toString('base64url')),
    // A logger per request would cost more than its one line, which names the request itself.
    childLoggerFactory: (logger) => logger,
    requestIdHeader: false,
    // The listener owns connections; Fastify only routes what it is handed.
    forceCloseConnections: false,
    return503OnClosing: false,
    routerOptions: { maxParamLength: 500, ignoreTrailingSlash: true },
    frameworkErrors: (_error, req, reply) => refuseMalformed(req as Request, reply as Reply),
  }) as unknown as App
  app.setSerializerCompiler(writerOf)
  // Bodies are read by the code that wants them, after the caller is known.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_req, _payload, done) => done(null))
  noteAsking(app, ctx)
  noteServed(app, ctx.makeWay)
  countAnswers(app, ctx.figures)
  if (ctx.config.trustProxy.length > 0) limitForwarded(app, connectionsEach(ctx.config))
  setSecurityHeaders(app)
  allowWebOrigins(app, ctx)
  logRequests(app, { log: ctx.log, addresses: ctx.config.logAddresses })
  refuseOutdated(app, ctx.readiness, MANUAL_PAGES)
  const show = showErrors(ctx)
  handleErrors(app, ctx, show)
  handleUnknown(app, OPERATIONS, PAGES, show)
  frontRoutes(app, ctx)
  agentRoutes(app, ctx)
  appRoutes(app, ctx)
  manualRoutes(app)
  authorizeRoutes(app, ctx, baseUrl)
  signInRoutes(app, ctx)
  linkPageRoutes(app, ctx)
  logoRoutes(app, ctx)
  accountRoutes(app, ctx)
  davRoutes(app, ctx)
  for (const { addRoutes } of SERVED) addRoutes(app, ctx)
  docsRoutes(app, OPERATIONS, () => ({ title: 'Holdfast API', version: API_VERSION, baseUrl: baseUrl() }))
  return app
}
