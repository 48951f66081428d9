import { Type } from 'typebox'

/** What a person says about a root that stopped itself. `confirm`: what would go, goes. `bring_back`: deleted files come back from the other side. */
const DECISIONS = ['confirm', 'bring_back'] as const
export type Decision = (typeof DECISIONS)[number]
export const Decision = Type.Unsafe<Decision>({
  type: 'string',
  enum: DECISIONS,
  description: '`confirm` removes or replaces the files, `bring_back` restores deleted ones',
})
