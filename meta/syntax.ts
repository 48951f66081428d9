import assert from 'node:assert/strict'
import { stripTypeScriptTypes } from 'node:module'
import { type Node, parse } from 'acorn'

/** A node with whatever its kind has: children are nodes or lists of them. */
export type Part = Node & Record<string, unknown>
export const isPart = (value: unknown): value is Part =>
  typeof value === 'object' && value !== null && typeof (value as Part).type === 'string'

/** The tree of a file of TypeScript. */
export function read(code: string): Part {
  const text = stripTypeScriptTypes(code)
  const tree: unknown = parse(text, { ecmaVersion: 'latest', sourceType: 'module', locations: true })
  return isPart(tree) ? tree : assert.fail('This is no program')
}

export function visit(part: Part, see: (part: Part) => void): void {
  see(part)
  for (const key in part) {
    const value = part[key]
    if (isPart(value)) visit(value, see)
    else if (Array.isArray(value)) for (const child of value) if (isPart(child)) visit(child, see)
  }
}

export const lineOf = ({ loc }: Part): number => loc?.start.line ?? 0
/** The name of an identifier; empty for all else. */
export const nameOf = (part: unknown): string =>
  isPart(part) && part.type === 'Identifier' ? String(part.name) : ''
