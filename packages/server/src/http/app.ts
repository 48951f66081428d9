import * as activity from '@holdfast/api/activity'
import * as alerts from '@holdfast/api/alerts'
import * as applications from '@holdfast/api/applications'
import * as authSources from '@holdfast/api/auth-sources'
import * as backups from '@holdfast/api/backups'
import * as brakes from '@holdfast/api/brakes'
import * as brand from '@holdfast/api/brand'
import * as changes from '@holdfast/api/changes'
import * as chunks from '@holdfast/api/chunks'
import * as deletedItems from '@holdfast/api/deleted-items'
import * as directory from '@holdfast/api/directory'
import * as bulk from '@holdfast/api/file-bulk'
import * as fileLocks from '@holdfast/api/file-locks'
import * as places from '@holdfast/api/file-places'
import * as positions from '@holdfast/api/file-positions'
import * as fileTree from '@holdfast/api/file-tree'
import * as zips from '@holdfast/api/file-zips'
import * as files from '@holdfast/api/files'
import * as fleet from '@holdfast/api/fleet'
import * as general from '@holdfast/api/general'
import * as groups from '@holdfast/api/groups'
import * as guests from '@holdfast/api/guests'
import * as history from '@holdfast/api/history'
import * as historyFigures from '@holdfast/api/history-figures'
import * as historyUndo from '@holdfast/api/history-undo'
import * as installationBackup from '@holdfast/api/installation-backup'
import * as linkAdministration from '@holdfast/api/link-administration'
import * as links from '@holdfast/api/links'
import * as machines from '@holdfast/api/machines'
import * as notices from '@holdfast/api/notices'
import * as oauth from '@holdfast/api/oauth'
import type { AnyOperation } from '@holdfast/api/operation'
import * as organizations from '@holdfast/api/organizations'
import * as people from '@holdfast/api/people'
import * as peopleImport from '@holdfast/api/people-import'
import * as preferences from '@holdfast/api/preferences'
import * as reach from '@holdfast/api/reach'
import * as retention from '@holdfast/api/retention'
import * as revisions from '@holdfast/api/revisions'
import * as search from '@holdfast/api/search'
import * as sessions from '@holdfast/api/sessions'
import * as sharedContent from '@holdfast/api/shared-content'
import * as shares from '@holdfast/api/shares'
import * as sync from '@holdfast/api/sync'
import * as thumbnails from '@holdfast/api/thumbnails'
import * as twoStep from '@holdfast/api/two-step'
import * as uploadChecks from '@holdfast/api/upload-checks'
import * as uploads from '@holdfast/api/uploads'
import * as usage from '@holdfast/api/usage'
import Fastify, { LogController } from 'fastify'
import { comingFrom } from '../platform/asking.ts'
import { connectionsEach } from '../platform/config.ts'
import type { Ctx } from '../platform/context.ts'
import { API_VERSION } from '../platform/installation/version.ts'
import { STOP_PATH } from '../sharing/notices/stop-token.ts'
import { activityRoutes } from './api/activity.ts'
import { alertRoutes } from './api/alerts.ts'
import { applicationRoutes } from './api/applications.ts'
import { authSourceRoutes } from './api/auth-sources.ts'
import { backupRoutes } from './api/backups.ts'
import { brakeRoutes } from './api/brakes.ts'
import { brandRoutes } from './api/brand.ts'
import { changeRoutes } from './api/changes.ts'
import { chunkRoutes } from './api/chunks.ts'
import { deletedItemRoutes } from './api/deleted-items.ts'
import { directoryRoutes } from './api/directory.ts'
import { fileBulkRoutes } from './api/file-bulk.ts'
import { lockRoutes } from './api/file-locks.ts'
import { filePlaceRoutes } from './api/file-places.ts'
import { filePositionRoutes } from './api/file-positions.ts'
import { fileTreeRoutes } from './api/file-tree.ts'
import { fileZipRoutes } from './api/file-zips.ts'
import { fileRoutes } from './api/files.ts'
import { fleetRoutes } from './api/fleet.ts'
import { generalRoutes } from './api/general.ts'
import { groupRoutes } from './api/groups.ts'
import { guestRoutes } from './api/guests.ts'
import { historyRoutes } from './api/history.ts'
import { historyFigureRoutes } from './api/history-figures.ts'
import { historyUndoRoutes } from './api/history-undo.ts'
import { installationBackupRoutes } from './api/installation-backup.ts'
import { linkAdministrationRoutes } from './api/link-administration.ts'
import { linkRoutes } from './api/links.ts'
import { machineRoutes } from './api/machines.ts'
import { noticeRoutes } from './api/notices.ts'
import { oauthRoutes } from './api/oauth.ts'
import { organizationRoutes } from './api/organizations.ts'
import { personRoutes } from './api/people.ts'
import { personImportRoutes } from './api/people-import.ts'
import { preferenceRoutes } from './api/preferences.ts'
import { reachRoutes } from './api/reach.ts'
import { retentionRoutes } from './api/retention.ts'
import { revisionRoutes } from './api/revisions.ts'
import { searchRoutes } from './api/search.ts'
import { sessionRoutes } from './api/sessions.ts'
import { sharedContentRoutes } from './api/shared-content.ts'
import { shareRoutes } from './api/shares.ts'
import { syncRoutes } from './api/sync.ts'
import { thumbnailRoutes } from './api/thumbnails.ts'
import { twoStepRoutes } from './api/two-step.ts'
import { uploadCheckRoutes } from './api/upload-checks.ts'
import { UPLOADS_SERVED, uploadRoutes } from './api/uploads.ts'
import { usageRoutes } from './api/usage.ts'
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
