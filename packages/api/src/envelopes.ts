import { type TSchema, Type } from 'typebox'

/** What a success with nothing to return answers. */
export const StatusOk = Type.Object({ status: Type.Literal('ok') })
export const OK = { status: 'ok' } as const

export const MAX_PAGE_SIZE = 100
export const OFFSET_PAGE = 100

/** The parameters of every page-based list. */
export const pageParams = {
  page: Type.Integer({ minimum: 1, default: 1 }),
  page_size: Type.Integer({ minimum: 1, maximum: MAX_PAGE_SIZE, default: 20 }),
}

export const pageOf = <T extends TSchema>(item: T) =>
  Type.Object({
    page: Type.Integer(),
    page_size: Type.Integer(),
    max_page: Type.Integer(),
    total: Type.Integer(),
    results: Type.Array(item),
  })

/** The parameter of every offset-based list. */
export const offsetParams = { offset: Type.Integer({ minimum: 0, default: 0 }) }

export const offsetOf = <T extends TSchema>(item: T) =>
  Type.Object({ offset: Type.Integer(), total: Type.Integer(), results: Type.Array(item) })

/** An empty list still has its first page. */
export const maxPage = (total: number, pageSize: number): number => Math.max(1, Math.ceil(total / pageSize))
