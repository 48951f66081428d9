import type { ImportReason } from '@holdfast/api/accounts/directory-reasons'

const WORDS: Record<ImportReason, string> = {
  no_id: 'The entry has no permanent ID.',
  same_id: 'Another entry has the same ID.',
  no_email: 'The entry has no valid email address.',
  not_from_directory:
    'The email address belongs to an account that is not from this directory. That account was not changed.',
  email_taken: 'The email address belongs to another account from this directory.',
  email_of_disabled:
    'The email address belongs to a disabled account whose entry is no longer in the directory.',
  limit: 'user_limit_exceeded: the organization has reached its limit of accounts (num_users_maximum).',
  back: 'The entry is back in the directory.',
  gone: 'The entry is no longer in the directory.',
  no_name: 'The entry has no name.',
  name_taken: 'The organization already has another group with this name.',
  contains_itself: 'The group would contain itself.',
}

/** Why a row is as it is, for programs and in a sentence; `before` is put in front of that. */
export const reasoned = (code: ImportReason | null, before = '') => ({
  reason: code === null ? null : before + WORDS[code],
  reason_code: code,
})
