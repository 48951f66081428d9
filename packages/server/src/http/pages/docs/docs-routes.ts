import { openApiDocument } from '@holdfast/api/openapi'
import { uploadPaths } from '@holdfast/api/openapi/uploads'
import type { AnyOperation } from '@holdfast/api/operation'
import type { App } from '../../exchange/server.ts'
import { docsPage, docsPageCsp } from './docs-page.ts'

/** The API described by itself: for programs at `/api/2/openapi.json`, for people at `/api/docs`. */
export function docsRoutes(
  app: App,
  operations: readonly AnyOperation[],
  info: () => { title: string; version: string; baseUrl: string },
): void {
  app.get('/api/2/openapi.json', async (_req, reply) =>
    reply
      .type('application/json; charset=utf-8')
      .send(JSON.stringify(openApiDocument(operations, info(), uploadPaths()))),
  )
  app.get('/api/docs', async (_req, reply) => {
    const page = docsPage(openApiDocument(operations, info(), uploadPaths()))
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', docsPageCsp(page))
      .send(page)
  })
}
