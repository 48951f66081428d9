import * as api from '@holdfast/api/general'
import { openRoute } from '../http/route.ts'
import type { App } from '../http/server.ts'

/** The version of the API, not of the program: clients decide by it what they may call. */
export const API_VERSION = '2.0.0'

export function generalRoutes(app: App): void {
  openRoute(app, api.getVersion, async () => ({ version: API_VERSION }))
}
