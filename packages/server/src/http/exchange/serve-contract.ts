import type { AnyOperation } from '@holdfast/api/operation'
import type { Ctx } from '../../platform/context.ts'
import type { App } from './server.ts'

/** A file of the contract and the routes that serve it: a row of the table in `http/app.ts`. */
export interface ServedContract {
  /** In the order in which the file describes them. */
  operations: readonly AnyOperation[]
  addRoutes(app: App, ctx: Ctx): void
}

/** Puts the routes of a file of the contract beside it, so that anyone who names one names the other. */
export const serveContract = (contract: object, addRoutes: ServedContract['addRoutes']): ServedContract => ({
  operations: Object.values(contract)
    .filter(isOperation)
    .sort((a, b) => a.order - b.order),
  addRoutes,
})

const isOperation = (value: unknown): value is AnyOperation =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value
