import type { Problem, RootStatus, StateReason } from '../engine/state/status.ts'
import type { CertificateTrouble } from '../net/trust.ts'
import { counted } from './counted.ts'
import type { ProblemView } from './methods.ts'

const STATES: Record<StateReason, string> = {
  starting: 'looking at what is there',
  asked: '',
  brake: 'it stopped itself',
  held_back:
    'this device changed so much that the service waits for somebody to look at it; then it goes on by itself',
  disk_gone: 'the folder is not there, or is another one: is its disk mounted?',
  disk_trouble: 'the disk reports errors',
  offline: 'the service cannot be reached',
  access_lost: 'the service does not let this device in here any more; the files stay',
  problems: 'everything is in sync except the items listed below',
}

/** Of the certificate of a service that cannot be reached for it. */
const CERTIFICATES: Record<CertificateTrouble, string> = {
  early: 'the certificate of the service is not valid yet. Check the clock of this device',
  over: 'the certificate of the service has expired. Check the clock of this device, or ask an administrator',
  unknown: 'the certificate of the service is not trusted any more: «holdfast-agent doctor» says more',
}

export const SIGNED_OUT = 'the service has signed this device out: «holdfast-agent login» signs it in again'

/** `said` is what the service answers instead of a token. */
export const barredInWords = (said: string): string =>
  `the service does not let this device in: ${said} It goes on by itself when that changes`

/** Why a root is as it is, for people. */
export function reasonInWords({ reason, wouldGo }: RootStatus, trouble?: CertificateTrouble): string {
  if (reason === null) return ''
  if (reason === 'offline' && trouble) return CERTIFICATES[trouble]
  if (reason !== 'brake' || !wouldGo) return STATES[reason]
  return `it stopped itself: ${heldInWords(wouldGo)}. “holdfast-agent resume --confirm” does it, “resume --bring-back” brings deleted files back`
}

/** What would go, for people. */
export function heldInWords({ here, there }: NonNullable<RootStatus['wouldGo']>): string {
  const what = [
    there > 0 &&
      `${counted(there, 'file')} deleted or changed here would be removed or replaced on the service`,
    here > 0 &&
      `${counted(here, 'file')} deleted or changed on the service would be removed or replaced here`,
  ]
  return what.filter(Boolean).join(', and ')
}

const REASONS: Record<Problem['reason'], string> = {
  name_refused: 'the service cannot hold this name.',
  too_deep: 'it lies too deep: the service takes at most 128 folders inside each other.',
  extension_excluded: 'files of this kind are not allowed.',
  too_large: 'it is too large.',
  quota: 'there is no space left on the service.',
  locked: 'someone has locked it.',
  read_only: 'here files can only be read: this change stays on this device.',
  disk_full: 'the disk of this device is full.',
  disk_denied: 'this account may not read or write it.',
  disk_busy: 'another program holds it.',
  disk_broken: 'the disk failed.',
  other_volume: 'another disk is mounted here.',
  being_written: 'it is still being written.',
  in_the_way: 'something else on this device has its name.',
  name_clash: 'two items have names that the service takes for one.',
  undecided: 'the agent could not decide what it belongs to.',
  rules_waiting: 'somebody changed what is not synced, and it affects files here.',
  name_ignored: 'items with this name are not synced to devices.',
  listed: '.holdfastignore excludes it.',
  not_sent: 'it keeps files of this device from being uploaded.',
  refused: 'the service refused it.',
}

export const problemInWords = ({ path, reason, detail, help }: Problem): ProblemView => ({
  path,
  reason: detail ? `${REASONS[reason]} (${detail})` : REASONS[reason],
  help,
})
