import * as activity from '@holdfast/api/activity'
import * as applications from '@holdfast/api/applications'
import * as authSources from '@holdfast/api/auth-sources'
import * as brand from '@holdfast/api/brand'
import * as changes from '@holdfast/api/changes'
import * as chunks from '@holdfast/api/chunks'
import * as fileLocks from '@holdfast/api/file-locks'
import * as places from '@holdfast/api/file-places'
import * as fileTree from '@holdfast/api/file-tree'
import * as zips from '@holdfast/api/file-zips'
import * as files from '@holdfast/api/files'
import * as general from '@holdfast/api/general'
import * as groups from '@holdfast/api/groups'
import * as guests from '@holdfast/api/guests'
import * as history from '@holdfast/api/history'
import * as notices from '@holdfast/api/notices'
import * as oauth from '@holdfast/api/oauth'
import type { AnyOperation } from '@holdfast/api/operation'
import * as organizations from '@holdfast/api/organizations'
import * as people from '@holdfast/api/people'
import * as peopleImport from '@holdfast/api/people-import'
import * as reach from '@holdfast/api/reach'
import * as retention from '@holdfast/api/retention'
import * as revisions from '@holdfast/api/revisions'
import * as search from '@holdfast/api/search'
import * as sessions from '@holdfast/api/sessions'
import * as sharedContent from '@holdfast/api/shared-content'
import * as sharelinkCare from '@holdfast/api/sharelink-care'
import * as sharelinks from '@holdfast/api/sharelinks'
import * as shares from '@holdfast/api/shares'
import * as twoStep from '@holdfast/api/two-step'
import * as usage from '@holdfast/api/usage'
import Fastify, { LogController } from 'fastify'
import { accountRoutes, PASSWORD_PATH } from './account/routes.ts'
import { SIGN_IN_PAGES, signInRoutes } from './account/sign-in/routes.ts'
import { activityRoutes } from './activity/routes.ts'
import { applicationRoutes } from './applications/routes.ts'
import { authorizeRoutes } from './authorize/routes.ts'
import { changeRoutes } from './changes/routes.ts'
import { chunkRoutes } from './chunks/routes.ts'
import type { Ctx } from './context.ts'
import { authSourceRoutes } from './directories/routes.ts'
import { fileTreeRoutes } from './file-tree/routes.ts'
import { fileRoutes } from './files/routes.ts'
import { API_VERSION, generalRoutes } from './general/routes.ts'
import { groupRoutes } from './groups/routes.ts'
import { guestRoutes } from './guests/routes.ts'
import { historyRoutes } from './history/routes.ts'
import { writerOf } from './http/answer-writer.ts'
import { docsRoutes } from './http/docs-routes.ts'
import { handleErrors, handleUnknown, type PageRoute, refuseMalformed } from './http/error-handler.ts'
import { logRequests } from './http/request-log.ts'
import { setSecurityHeaders } from './http/security-headers.ts'
import type { App, Reply, Request } from './http/server.ts'
import { sharedContentRoutes } from './links/content/routes.ts'
import { LINK_PAGES, linkPageRoutes } from './links/page/routes.ts'
import { linkRoutes } from './links/routes.ts'
import { lockRoutes } from './locks/routes.ts'
import { noticeRoutes } from './notices/routes.ts'
import { STOP_PATH } from './notices/stop-token.ts'
import { oauthRoutes } from './oauth/routes.ts'
import { organizationRoutes } from './organizations/routes.ts'
import { personRoutes } from './people/routes.ts'
import { personImportRoutes } from './people-import/routes.ts'
import { reachRoutes } from './reach/routes.ts'
import { retentionRoutes } from './retention/routes.ts'
import { revisionRoutes } from './revisions/routes.ts'
import { searchRoutes } from './search/routes.ts'
import { sessionRoutes } from './sessions/routes.ts'
import { shareRoutes } from './shares/routes.ts'
import { twoStepRoutes } from './two-step/routes.ts'
import { UPLOADS_SERVED, uploadRoutes } from './uploads/routes.ts'
import { usageRoutes } from './usage/routes.ts'

const isOperation = (value: unknown): value is AnyOperation =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value

/** Every operation that is served, in the order of the specification. */
export const OPERATIONS: readonly AnyOperation[] = [
  general,
  files,
  places,
  fileTree,
  fileLocks,
  revisions,
  changes,
  zips,
  retention,
  chunks,
  history,
  search,
  sharelinks,
  sharelinkCare,
  sharedContent,
  reach,
  organizations,
  brand,
  shares,
  people,
  notices,
  peopleImport,
  guests,
  twoStep,
  groups,
  sessions,
  applications,
  authSources,
  activity,
  usage,
  oauth,
].flatMap((area) => Object.values(area).filter(isOperation))

const PAGES: readonly PageRoute[] = [
  ...LINK_PAGES,
  ...SIGN_IN_PAGES,
  { method: 'POST', path: oauth.authorize.path },
  { method: 'GET', path: PASSWORD_PATH },
  { method: 'POST', path: PASSWORD_PATH },
  { method: 'GET', path: STOP_PATH },
  { method: 'POST', path: STOP_PATH },
  ...UPLOADS_SERVED,
]

/** Unique over restarts and servers by the random part, over requests by the number. */
function requestIds(prefix: string): () => string {
  let count = 0
  return () => `${prefix}-${(++count).toString(36)}`
}

/** All routes and hooks on one Fastify, which never listens itself: see `http/listener.ts`. */
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
  setSecurityHeaders(app)
  logRequests(app)
  handleErrors(app, ctx.log)
  handleUnknown(app, OPERATIONS, PAGES)
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
  activityRoutes(app, ctx)
  usageRoutes(app, ctx)
  shareRoutes(app, ctx)
  personRoutes(app, ctx)
  noticeRoutes(app, ctx)
  personImportRoutes(app, ctx)
  groupRoutes(app, ctx)
  guestRoutes(app, ctx)
  fileRoutes(app, ctx)
  fileTreeRoutes(app, ctx)
  lockRoutes(app, ctx)
  retentionRoutes(app, ctx)
  revisionRoutes(app, ctx)
  changeRoutes(app, ctx)
  chunkRoutes(app, ctx)
  uploadRoutes(app, ctx)
  historyRoutes(app, ctx)
  searchRoutes(app, ctx)
  linkRoutes(app, ctx)
  sharedContentRoutes(app, ctx)
  reachRoutes(app, ctx)
  docsRoutes(app, OPERATIONS, () => ({ title: 'Holdfast API', version: API_VERSION, baseUrl: baseUrl() }))
  return app
}
