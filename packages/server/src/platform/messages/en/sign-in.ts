import type { ErrorCode } from '@holdfast/api/errors'
import type { Duty } from '@holdfast/api/sign-in/sessions'
import type { EntryKind } from '../../db/tables/files.ts'

/** Signing in, with what can be in the way of it. */
export const signIn = {
  title: (organization: string) => `Sign in to ${organization}`,
  forLink: 'Sign in to open what was shared with you.',
  forApp: (app: string) => `Sign in to continue to ${app}.`,
  appHint: 'You’ll be asked before the app can access your account.',
  forgot: 'Forgot your password?',
  incomplete: 'Enter your email address and password.',
  tooLate: 'That took too long. Sign in again.',
  failed: 'Sign-in failed. Try again later, or ask your administrator.',
  /** Why someone cannot sign in, or not go on with it. */
  refused: {
    invalid_grant: 'Incorrect email address or password.',
    account_locked:
      'Too many failed attempts. Sign-in to this account is locked for a while. We emailed the owner.',
    forbidden: 'Your organization is disabled. Ask your administrator.',
    trial_expired: 'Your organization’s trial has ended. Ask your administrator.',
    license_expired: 'Your organization’s license has expired. Ask your administrator.',
    temporarily_unavailable: 'Sign-in is temporarily unavailable. Try again in a moment.',
  } as Partial<Record<ErrorCode, string>>,
  refusedTitle: 'You can’t continue',
  signedIn: 'You’re signed in',
  signedInAs: (name: string) => `You’re signed in as ${name}.`,
  files: 'Go to your files',
  stale: 'This page has expired',
  staleWhy:
    'It was open for too long, or your browser blocks cookies. Nothing was changed. Go back, reload the page and try again.',
}

/** The code of two-step verification. */
export const code = {
  title: 'Enter your code',
  fromApp: 'Open your authenticator app and enter the code it shows.',
  byText: (phone: string) => `We sent a code by text message to ${phone}.`,
  byEmail: (email: string) => `We sent a code by email to ${email}.`,
  label: 'Code',
  continue: 'Continue',
  as: (email: string) => `Signing in as ${email}.`,
  other: 'Use another account',
  nothingCame: 'Didn’t get a code?',
  again: 'Send a new code',
  wrong: 'That code is incorrect, has expired, or was already used.',
}

/** Choosing a password: after it was forgotten, in a new account, or to open what was shared. */
export const password = {
  forgotTitle: 'Reset your password',
  forgotLead: 'Enter your email address. We’ll email you a link to choose a new password.',
  forgotButton: 'Send link',
  notAnAddress: 'Enter an email address.',
  back: 'Back to sign-in',
  sent: 'Check your email',
  sentTo: (email: string) =>
    `If ${email} has an account here, we sent a link to it. The link works once, for one hour.`,
  sentHelp:
    'No email after a few minutes? Check your spam folder and the address. If your organization manages passwords in its own directory, ask your administrator.',
  title: 'Choose a password',
  shared: (by: string, item: string) => `${by} shared “${item}” with you`,
  open: {
    file: 'To open the file, choose a password.',
    folder: 'To open the folder, choose a password.',
  } satisfies Record<EntryKind, string>,
  haveOne: 'Already have a password?',
  firstName: 'First name',
  lastName: 'Last name',
  nameHint: 'Optional. People you share files with see your name.',
  label: 'New password',
  button: 'Set password',
  buttonOpen: {
    file: 'Set password and open file',
    folder: 'Set password and open folder',
  } satisfies Record<EntryKind, string>,
  hint: 'At least 8 characters. Three random words are easy to remember and hard to guess.',
  refused: {
    name: 'Enter shorter names.',
    too_short: 'Choose a longer password: at least 8 characters.',
    too_long: 'Choose a shorter password.',
    own_name: 'Choose another password: this is the name of your account.',
    known_name: 'Choose another password: this name is easy to guess.',
    common: 'Choose another password: this one is easy to guess.',
    app_password: 'Choose another password: this one begins like an app password.',
    unchanged: 'Choose a new password: this is your current one.',
    elsewhere: 'Your organization manages your password in its own directory. Change it there.',
    other: 'The password could not be set. Try again later, or ask your administrator.',
  },
  tooOld: 'This link has expired',
  tooOldWhy: 'It worked for two weeks. We can email you a new one.',
  newLink: 'Send a new link',
  newLinkSent:
    'We sent a new link to the address that the first one went to. No email after a few minutes? Check your spam folder, or ask the person who shared with you.',
  expired: 'This link no longer works',
  expiredWhy: 'It was already used, was replaced by a newer one, or has expired.',
  reset: 'Reset password',
}

/** Confirming the own email address. */
export const verify = {
  title: 'Confirm your email address',
  lead: (email: string) =>
    `You’re signed in as ${email}. Confirm this address to open what other organizations share with it.`,
  button: 'Confirm email address',
  done: 'Email address confirmed',
  doneWhy: (email: string) => `${email} is confirmed. You can close this page.`,
  expired: 'This link no longer works',
  expiredWhy: 'It was already used, is older than a day, or belongs to another account.',
}

/** Allowing an app to use an account. */
export const consent = {
  title: (app: string) => `Allow ${app} to access your account?`,
  access: 'It can access',
  accessAll: 'All your files, files shared with you, and your account',
  description: 'Description',
  registeredBy: 'Registered by',
  leadsTo: 'Redirects to',
  appHere: (scheme: string) => `an app on this device (${scheme})`,
  foreign: (organization: string) =>
    `This app belongs to another organization. Allow it only if you trust ${organization}.`,
  deny: 'Deny',
  allow: 'Allow',
  signOut: 'Not you? Sign out',
  notYet: (app: string) => `Until then, ${app} can’t access your account.`,
  backTo: (app: string) => `Back to ${app}`,
  broken: 'This link doesn’t work',
  brokenWhy:
    'The app sent an invalid request. Nothing was shared. If it happens again, tell the developer of the app.',
}

/** What someone must do before anything else. */
export const duties: Record<Duty, { title: string; why: string }> = {
  set_password: {
    title: 'Choose a new password first',
    why: 'Your password has expired or was set by someone else. Choose a new one in your account, then come back.',
  },
  sign_in: {
    title: 'Sign in again first',
    why: 'You can only choose a new password right now. Sign out, then sign in with the new password and a code.',
  },
  enable_two_step: {
    title: 'Turn on two-step verification first',
    why: 'Your organization requires two-step verification. Turn it on in your account, then come back.',
  },
}
