import type { Problem, RootStatus, StateReason } from '../engine/state/status.ts'
import type { CertificateTrouble } from '../net/trust.ts'
import { helpWith, reasonOf } from '../words/problems.ts'
import { brakeInWords, CERTIFICATES, heldInWords, REASONS } from '../words/status.ts'
import type { RootProblemView, RootView } from './methods.ts'

const STATES: Readonly<Record<StateReason, string>> = REASONS

/** Why a root is in its state: in words, and as a code for whoever says it in another language. */
export function reasonInWords(
  { reason, wouldGo }: RootStatus,
  trouble?: CertificateTrouble,
): Pick<RootView, 'reason' | 'code' | 'detail'> {
  const detail = null
  if (reason === null) return { reason: '', code: null, detail }
  if (reason === 'offline' && trouble)
    return { reason: CERTIFICATES[trouble], code: `certificate_${trouble}`, detail }
  if (reason === 'brake' && wouldGo)
    return { reason: brakeInWords(heldInWords(wouldGo)), code: reason, detail }
  return { reason: STATES[reason], code: reason, detail }
}

export const problemInWords = ({ path, reason, detail }: Problem): RootProblemView => ({
  path,
  reason: reasonOf(reason, detail),
  help: helpWith(reason),
  code: reason,
  detail,
})
