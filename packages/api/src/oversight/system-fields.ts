import { type TSchema, Type } from 'typebox'
import { nullable } from '../table.ts'

/** What the contracts about the installation as a whole are written with. */
export const area = 'Organizations'
export const WHO = 'For system administrators.'

export const enumOf = <const T extends string>(values: readonly T[], description?: string) =>
  Type.Unsafe<T>({ type: 'string', enum: [...values], ...(description && { description }) })
export const count = (description: string) => Type.Integer({ minimum: 0, description })
export const time = (description: string) => nullable(Type.String({ description: `${description}, UTC` }))
export const object = <T extends Record<string, TSchema>>(
  title: string,
  properties: T,
  description?: string,
) => Type.Object(properties, { title, ...(description && { description }) })

export const limit = Type.Integer({ minimum: 1, maximum: 100, default: 50 })
