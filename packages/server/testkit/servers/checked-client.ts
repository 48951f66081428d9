import assert from 'node:assert/strict'
import { ApiClientError, type CallParams, Client } from '@holdfast/api/client'
import type { AnyOperation, ResultOf } from '@holdfast/api/operation'
import { Compile, type Validator } from 'typebox/compile'

/** A client that checks every answer against its schema: declared fields, all of them, and no others; and refusals too. */
export class CheckedClient extends Client {
  override async call<Op extends AnyOperation>(op: Op, params: CallParams<Op>): Promise<ResultOf<Op>> {
    const result = await super.call(op, params)
    if (op.result) checkShape(op.result, result, op.name)
    return result
  }

  override async open<Op extends AnyOperation>(op: Op, params: CallParams<Op>, init?: RequestInit) {
    try {
      return await super.open(op, params, init)
    } catch (error) {
      if (error instanceof ApiClientError) checkRefusal(error.body, op.name)
      throw error
    }
  }
}

const ABOUT_PARAMETER = /^(Invalid value for|Missing required) parameter: \w+$/

/** Programs compare what is said about a parameter letter by letter; the reason stands beside it. */
export function checkRefusal(body: Record<string, unknown>, what: string): void {
  const said = String(body.error_description)
  if (/parameter: |^(Invalid|Missing)/.test(said) && body.error === 'invalid_request')
    assert.match(said, ABOUT_PARAMETER, what)
}

/** Compiled once in a process: most answers are of a few kinds. */
const checks = new WeakMap<object, Validator>()

export function checkShape(schema: object, value: unknown, what: string): void {
  const check = checks.get(schema) ?? Compile(close(schema) as object)
  checks.set(schema, check)
  // Which errors there are takes several times as long to find as whether there are any.
  if (check.Check(value)) return
  throw new Error(
    `${what} answered against its schema: ${JSON.stringify(check.Errors(value))} in ${JSON.stringify(value)}`,
  )
}

/** The schema with every described object refusing fields that it does not describe. */
function close(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(close)
  if (typeof schema !== 'object' || schema === null) return schema
  const parts = Object.fromEntries(Object.entries(schema).map(([key, part]) => [key, close(part)]))
  const described = 'properties' in parts && Object.keys(parts.properties as object).length > 0
  return described ? { ...parts, additionalProperties: false } : parts
}
