import { openApiDocument } from '@holdfast/api/openapi'
import { uploadPaths } from '@holdfast/api/openapi/uploads'
import type { AnyOperation } from '@holdfast/api/operation'
import type { App } from '../../exchange/server.ts'
import { docsPage, docsPageCsp } from './docs-page.ts'
import { keptAnswer } from './kept-answer.ts'

/** The API described by itself: for programs at `/api/2/openapi.json`, for people at `/api/docs`. */
export function docsRoutes(
  app: App,
  operations: readonly AnyOperation[],
  info: () => { title: string; version: string; baseUrl: string },
): void {
  const document = () => openApiDocument(operations, info(), uploadPaths())
  app.get(
    '/api/2/openapi.json',
    keptAnswer(() => ({ type: 'application/json; charset=utf-8', text: JSON.stringify(document()) })),
  )
  app.get(
    '/api/docs',
    keptAnswer(() => {
      const text = docsPage(document())
      const headers = { 'content-security-policy': docsPageCsp(text) }
      return { type: 'text/html; charset=utf-8', text, headers }
    }),
  )
}
