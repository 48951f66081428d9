import * as authSources from '@holdfast/api/accounts/auth-sources'
import * as brand from '@holdfast/api/accounts/brand'
import * as directory from '@holdfast/api/accounts/directory'
import * as groups from '@holdfast/api/accounts/groups'
import * as guests from '@holdfast/api/accounts/guests'
import * as organizations from '@holdfast/api/accounts/organizations'
import * as people from '@holdfast/api/accounts/people'
import * as peopleImport from '@holdfast/api/accounts/people-import'
import * as backups from '@holdfast/api/devices/backups'
import * as fleet from '@holdfast/api/devices/fleet'
import * as machines from '@holdfast/api/devices/machines'
import * as changes from '@holdfast/api/files/changes'
import * as chunks from '@holdfast/api/files/chunks'
import * as deletedItems from '@holdfast/api/files/deleted-items'
import * as bulk from '@holdfast/api/files/file-bulk'
import * as fileLocks from '@holdfast/api/files/file-locks'
import * as places from '@holdfast/api/files/file-places'
import * as positions from '@holdfast/api/files/file-positions'
import * as fileTree from '@holdfast/api/files/file-tree'
import * as zips from '@holdfast/api/files/file-zips'
import * as files from '@holdfast/api/files/files'
import * as history from '@holdfast/api/files/history'
import * as historyFigures from '@holdfast/api/files/history-figures'
import * as historyUndo from '@holdfast/api/files/history-undo'
import * as preferences from '@holdfast/api/files/preferences'
import * as retention from '@holdfast/api/files/retention'
import * as revisions from '@holdfast/api/files/revisions'
import * as search from '@holdfast/api/files/search'
import * as sync from '@holdfast/api/files/sync'
import * as thumbnails from '@holdfast/api/files/thumbnails'
import * as uploadChecks from '@holdfast/api/files/upload-checks'
import * as uploads from '@holdfast/api/files/uploads'
import type { AnyOperation } from '@holdfast/api/operation'
import * as activity from '@holdfast/api/oversight/activity'
import * as alerts from '@holdfast/api/oversight/alerts'
import * as brakes from '@holdfast/api/oversight/brakes'
import * as installationBackup from '@holdfast/api/oversight/installation-backup'
import * as usage from '@holdfast/api/oversight/usage'
import * as linkAdministration from '@holdfast/api/sharing/link-administration'
import * as links from '@holdfast/api/sharing/links'
import * as notices from '@holdfast/api/sharing/notices'
import * as reach from '@holdfast/api/sharing/reach'
import * as sharedContent from '@holdfast/api/sharing/shared-content'
import * as shares from '@holdfast/api/sharing/shares'
import * as applications from '@holdfast/api/sign-in/applications'
import * as general from '@holdfast/api/sign-in/general'
import * as oauth from '@holdfast/api/sign-in/oauth'
import * as sessions from '@holdfast/api/sign-in/sessions'
import * as twoStep from '@holdfast/api/sign-in/two-step'
import Fastify, { LogController } from 'fastify'
import { comingFrom } from '../platform/basics/asking.ts'
import { connectionsEach } from '../platform/config/config.ts'
import type { Ctx } from '../platform/context.ts'
import { API_VERSION } from '../platform/installation/version.ts'
import { STOP_PATH } from '../sharing/notices/stop-token.ts'
import { authSourceRoutes } from './api/accounts/auth-sources.ts'
import { brandRoutes } from './api/accounts/brand.ts'
import { directoryRoutes } from './api/accounts/directory.ts'
import { groupRoutes } from './api/accounts/groups.ts'
import { guestRoutes } from './api/accounts/guests.ts'
import { organizationRoutes } from './api/accounts/organizations.ts'
import { personRoutes } from './api/accounts/people.ts'
import { personImportRoutes } from './api/accounts/people-import.ts'
import { backupRoutes } from './api/devices/backups.ts'
import { fleetRoutes } from './api/devices/fleet.ts'
import { machineRoutes } from './api/devices/machines.ts'
import { changeRoutes } from './api/files/changes.ts'
import { chunkRoutes } from './api/files/chunks.ts'
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
import { alertRoutes } from './api/oversight/alerts.ts'
import { brakeRoutes } from './api/oversight/brakes.ts'
import { installationBackupRoutes } from './api/oversight/installation-backup.ts'
import { usageRoutes } from './api/oversight/usage.ts'
import { linkAdministrationRoutes } from './api/sharing/link-administration.ts'
import { linkRoutes } from './api/sharing/links.ts'
import { noticeRoutes } from './api/sharing/notices.ts'
import { reachRoutes } from './api/sharing/reach.ts'
import { sharedContentRoutes } from './api/sharing/shared-content.ts'
import { shareRoutes } from './api/sharing/shares.ts'
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
import { noteServed } from './exchange/note-served.ts'
import { logRequests } from './exchange/request-log.ts'
import { setSecurityHeaders } from './exchange/security-headers.ts'
import type { App, Reply, Request } from './exchange/server.ts'
import { AGENT_PAGES, agentRoutes } from './pages/agent/agent-routes.ts'
import { APP_PAGES, appRoutes } from './pages/app/app-routes.ts'
import { docsRoutes } from './pages/docs/docs-routes.ts'
import { showErrors } from './pages/frame/error-page.ts'
import { FRONT_PAGES, frontRoutes } from './pages/front/front-routes.ts'
import { LINK_PAGES, linkPageRoutes } from './pages/links/routes.ts'
import { ACCOUNT_PAGES, accountRoutes } from './pages/sign-in/account-routes.ts'
import { authorizeRoutes } from './pages/sign-in/authorize-routes.ts'
import { SIGN_IN_PAGES, signInRoutes } from './pages/sign-in/sign-in-routes.ts'

const isOperation = (value: unknown): value is AnyOperation =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value

/** Every operation that is served, in the order of the specification and of their files. */
export const OPERATIONS: readonly AnyOperation[] = [
  general,
  files,
  places,
  positions,
  bulk,
  deletedItems,
  uploadChecks,
  uploads,
  fileTree,
  fileLocks,
  revisions,
  thumbnails,
  changes,
  zips,
  retention,
  chunks,
  sync,
  history,
  historyFigures,
  historyUndo,
  brakes,
  search,
  links,
  linkAdministration,
  sharedContent,
  reach,
  organizations,
  brand,
  shares,
  people,
  directory,
  preferences,
  notices,
  peopleImport,
  guests,
  twoStep,
  groups,
  machines,
  backups,
  fleet,
  sessions,
  applications,
  authSources,
  activity,
  usage,
  alerts,
  installationBackup,
  oauth,
].flatMap((file) =>
  Object.values(file)
    .filter(isOperation)
    .sort((a, b) => a.order - b.order),
)

const PAGES: readonly PageRoute[] = [
  ...FRONT_PAGES,
  ...AGENT_PAGES,
  ...APP_PAGES,
  ...LINK_PAGES,
  ...SIGN_IN_PAGES,
  ...ACCOUNT_PAGES,
  { method: 'POST', path: oauth.authorize.path },
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
  // Bodies are read by whoever wants them, after the caller is known.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_req, _payload, done) => done(null))
  app.addHook('onRequest', (req, _reply, done) =>
    readsByToken(req) ? done() : comingFrom(req.ip, req.headers['user-agent'], done),
  )
  noteServed(app, ctx.way)
  countAnswers(app, ctx.figures)
  if (ctx.config.trustProxy.length > 0) limitForwarded(app, connectionsEach(ctx.config))
  setSecurityHeaders(app)
  allowWebOrigins(app, ctx)
  logRequests(app, ctx.log)
  const show = showErrors(ctx)
  handleErrors(app, ctx, show)
  handleUnknown(app, OPERATIONS, PAGES, show)
  frontRoutes(app, ctx)
  agentRoutes(app, ctx)
  appRoutes(app, ctx)
  generalRoutes(app, ctx)
  oauthRoutes(app, ctx)
  authorizeRoutes(app, ctx, baseUrl)
  signInRoutes(app, ctx)
  linkPageRoutes(app, ctx)
  accountRoutes(app, ctx)
  twoStepRoutes(app, ctx)
  sessionRoutes(app, ctx)
  applicationRoutes(app, ctx)
  authSourceRoutes(app, ctx)
  organizationRoutes(app, ctx)
  brandRoutes(app, ctx)
  activityRoutes(app, ctx)
  usageRoutes(app, ctx)
  alertRoutes(app, ctx)
  installationBackupRoutes(app, ctx)
  shareRoutes(app, ctx)
  personRoutes(app, ctx)
  directoryRoutes(app, ctx)
  preferenceRoutes(app, ctx)
  noticeRoutes(app, ctx)
  personImportRoutes(app, ctx)
  groupRoutes(app, ctx)
  guestRoutes(app, ctx)
  machineRoutes(app, ctx)
  backupRoutes(app, ctx)
  fleetRoutes(app, ctx)
  fileRoutes(app, ctx)
  filePlaceRoutes(app, ctx)
  filePositionRoutes(app, ctx)
  fileBulkRoutes(app, ctx)
  deletedItemRoutes(app, ctx)
  uploadCheckRoutes(app, ctx)
  fileZipRoutes(app, ctx)
  fileTreeRoutes(app, ctx)
  lockRoutes(app, ctx)
  retentionRoutes(app, ctx)
  revisionRoutes(app, ctx)
  thumbnailRoutes(app, ctx)
  changeRoutes(app, ctx)
  chunkRoutes(app, ctx)
  syncRoutes(app, ctx)
  uploadRoutes(app, ctx)
  historyRoutes(app, ctx)
  historyFigureRoutes(app, ctx)
  historyUndoRoutes(app, ctx)
  brakeRoutes(app, ctx)
  searchRoutes(app, ctx)
  linkRoutes(app, ctx)
  linkAdministrationRoutes(app, ctx)
  sharedContentRoutes(app, ctx)
  reachRoutes(app, ctx)
  docsRoutes(app, OPERATIONS, () => ({ title: 'Holdfast API', version: API_VERSION, baseUrl: baseUrl() }))
  return app
}

/** Tries no password, so nobody will ask where it came from; carrying that along takes a thirtieth of a small answer. */
const readsByToken = ({ method, headers }: Request): boolean =>
  method === 'GET' && headers.authorization?.startsWith('Bearer ') === true
