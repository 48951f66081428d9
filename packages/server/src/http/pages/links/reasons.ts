import type { ErrorCode } from '@holdfast/api/errors'

/** Why something could not be done, for people who know nothing of policies and accounts here. */
export interface Reason {
  text: string
  /** The same may work a little later. */
  again?: boolean
}

const GONE = { text: 'This link does not work any more.' }

/** What is said in other words than to programs. The script for uploads has them too. */
export const REASONS: Partial<Record<ErrorCode, Reason>> = {
  invalid_extension: { text: 'Files of this kind are not accepted here.' },
  policy_error: { text: 'There is no room left for it here. Tell whoever gave you the link.' },
  resource_locked: { text: 'Someone is working on this just now. Try again later.', again: true },
  no_file_received: { text: 'It did not arrive. Try again.', again: true },
  forbidden: { text: 'This link does not allow that.' },
  access_denied: GONE,
  not_found: GONE,
  root_deleted: GONE,
  temporarily_unavailable: { text: 'The service is busy. Try again in a minute.', again: true },
  unknown: { text: 'Something went wrong here, and not with you. Try again later.', again: true },
}

/** Where files can have a certain size at most; `#` stands for the number. */
export const TOO_LARGE = 'It is too large: files can have at most # MB here.'
