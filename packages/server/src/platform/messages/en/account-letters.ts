import type { ExportError } from '@holdfast/api/oversight/exports'
import { formatsOf } from '../intl/formats.ts'
import type { AccountMail, Letters } from '../letters/mail-data.ts'

const { moment, percent: share, plural, size } = formatsOf('en')

const EXPORT_ERRORS: Record<ExportError, string> = {
  no_space: 'the server has no storage space left',
  damaged: 'at least one file was damaged when it was read back',
  too_slow: 'it took longer than 14 days',
}

export const accountLetters: Letters<AccountMail> = {
  account_locked: ({ name, until, address }, { organization, timezone }) => ({
    subject: `Your ${organization} account is temporarily locked`,
    paragraphs: [
      `Hello ${name},`,
      `Someone entered the wrong password for your account five times in a row${from(address)}. ` +
        `To protect your account, sign-in is locked until ${moment(until, timezone)}. You may still be able to sign in from a network that you used recently.`,
      'If this was you, wait until then and try again.',
      'If it wasn’t you, don’t worry: nobody signed in, and your files are safe. If your password is short, or you use it elsewhere, ' +
        'choose a new one. Tell your administrator if this happens again.',
    ],
  }),
  sign_in_code: ({ name, code }, { organization }) => ({
    subject: `${code} is your ${organization} code`,
    paragraphs: [
      `Hello ${name},`,
      `Your code is ${code}. You can use it once. It expires in ten minutes.`,
      'Never share it with anyone. If you didn’t try to sign in, someone else knows your password. Change it now.',
    ],
  }),
  two_step_recovered: ({ name }, { organization }) => ({
    subject: `Two-step verification is off for your ${organization} account`,
    paragraphs: [
      `Hello ${name},`,
      'Two-step verification was just turned off with your recovery key.',
      'If this was you, set it up again soon. If it wasn’t you, change your password now and ' +
        'tell your administrator.',
    ],
  }),
  app_password_created: ({ name, program, link }, { organization }) => ({
    subject: `New app password for your ${organization} account`,
    paragraphs: [
      `Hello ${name},`,
      `An app password was just created for your account. Its name is “${program}”. A program can open your files with it.`,
      'If it wasn’t you, end it and change your password now.',
    ],
    button: { label: 'See your app passwords', url: link },
  }),
  password_reset: ({ name, link }, { organization }) => ({
    subject: `Reset your ${organization} password`,
    paragraphs: [
      `Hello ${name},`,
      'Someone asked to reset the password for your account. You can use the link below once. It expires in one hour.',
      'If it wasn’t you, ignore this email. Your password stays the same.',
    ],
    button: { label: 'Choose a new password', url: link },
  }),
  address_check: ({ name, email, link }, { organization }) => ({
    subject: 'Confirm your email address',
    paragraphs: [
      `Hello ${name},`,
      `Confirm that ${email} is the email address for your ${organization} account. You can then open files that other ` +
        'organizations share with you. Sign in first, then open the link below. You can use it once. It expires in one day.',
      'If this isn’t your account, ignore this email.',
    ],
    button: { label: 'Confirm email address', url: link },
  }),
  welcome: ({ name, email, link }, { organization, baseUrl }) => ({
    subject: `Your ${organization} account`,
    paragraphs: [
      `Hello ${name},`,
      `You have a new account at ${organization}. Sign in with your email address, ${email}.`,
      ...(link
        ? ['First, choose your password. You can use the link below once. It expires in three days.']
        : []),
    ],
    button: link ? { label: 'Choose your password', url: link } : { label: 'Sign in', url: baseUrl },
  }),
  message: ({ from, subject, text }, { organization }) => ({
    subject,
    paragraphs: [
      `${from} manages your ${organization} account and sent you this message. If you reply, your answer goes to ${from}.`,
    ],
    quote: { by: `${from} writes:`, text },
  }),
  export_finished: ({ name, organization, error, files, failed, link }) => ({
    subject: error ? `The export of ${organization} failed` : `The export of ${organization} is ready`,
    paragraphs: [
      `Hello ${name},`,
      error
        ? `The export of ${organization} failed: ${EXPORT_ERRORS[error]}.`
        : `The export of ${organization} is ready to download: ${plural(files, '# file', '# files')}. Each file was read back and verified.`,
      ...(failed > 0
        ? [`${plural(failed, '# file', '# files')} could not be exported. The list is in the admin console.`]
        : []),
      error ? 'You can start a new export in the admin console.' : 'The export is kept for 14 days.',
    ],
    button: { label: error ? 'Open admin console' : 'Download', url: link },
  }),
  quota_reached: ({ name, percent, used, quota }, { organization }) => ({
    subject: `You have used ${share(percent)} of your ${organization} storage`,
    paragraphs: [
      `Hello ${name},`,
      `Your files use ${size(used)} of ${size(quota)} (${share(percent)}).`,
      percent >= 100
        ? 'You can’t add files until you delete files permanently, or your administrator gives you more storage. ' +
          'Deleted files and earlier versions count as well.'
        : 'When your storage is full, you won’t be able to add files. Your administrator can give you more storage.',
    ],
  }),
}

const from = (address: string | undefined) => (address ? `, from the IP address ${address}` : '')
