import type { Problem } from '../engine/state/status.ts'
import { problemInWords } from '../words/problems.ts'

const MAX_REASON = 1000

/** What is wrong with an item, with what the server or the disk said, and what helps. */
export const whyOf = ({ reason, detail }: Problem): string =>
  problemInWords(reason, detail).slice(0, MAX_REASON)
