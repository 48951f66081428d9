import { formatsOf } from '../intl/formats.ts'

const { day } = formatsOf('en')

/** What several pages say, and what all of them stand in. */
export const general = {
  error: (title: string) => `Error: ${title}`,
  errorCode: 'Error:',
  errorId: 'Error ID:',
  email: 'Email address',
  password: 'Password',
  showPassword: 'Show password',
  signIn: 'Sign in',
  signInAsOther: 'Sign in as someone else',
  tryAgain: 'Try again',
  sync: 'Sync files to your computer',
  documentation: 'Documentation',
  shortcuts: { upload: 'Upload files', search: 'Search', recent: 'Recent' },
  noScript: 'JavaScript is turned off in this browser. Turn it on to use the app.',
}

/** What no page has foreseen. */
export const problem = {
  home: 'Go to home page',
  unavailable: 'Temporarily unavailable',
  unavailableWhy: 'Your files are safe. Try again in a moment.',
  notFound: 'Page not found',
  notFoundWhy: 'The address may be wrong, or the content may have been deleted.',
  other: 'Something went wrong',
  server: 'Something went wrong on the server. Try again later, or tell your administrator.',
  request: 'The server could not process this request. Go back and try again.',
}

/** What the folders of an export are called, and what tells versions of a file from each other. */
export const exported = {
  people: 'People',
  shares: 'Team shares',
  backups: 'Backups',
  version: (at: string) => `version ${at}`,
  deleted: (at: string) => `deleted ${at}`,
}

/** What a team share of someone's personal files is called. */
export const handedOver = (name: string) => `Files of ${name}`

/** Where emails lead those who do not want them. */
export const stop = {
  title: 'Email notifications',
  lead: (email: string) => `for ${email}`,
  off: (names: string) => `Turned off: ${names}.`,
  button: (name: string) => `Turn off emails about ${name}`,
  again:
    'To turn them on again, open “Email notifications” in your account. Emails about your account, such as codes and password resets, are always sent.',
  unknown: 'This link no longer works',
  unknownWhy: 'The account no longer exists, or the link is incomplete. Copy the whole link from the email.',
  all: {
    link_downloaded: 'all downloads through your links',
    link_uploaded: 'all uploads through your links',
    share_changed: 'changes in all team shares',
  },
  share: (name: string) => `changes in the team share “${name}”`,
  link: {
    link_downloaded: (item: string) => `downloads through the link to “${item}”`,
    link_uploaded: (item: string) => `uploads through the link to “${item}”`,
  },
  goneLink: {
    link_downloaded: (created: string) => `downloads through the link you created on ${day(created)}`,
    link_uploaded: (created: string) => `uploads through the link you created on ${day(created)}`,
  },
}

/** What stands around an email. */
export const mailFrame = {
  stop: 'Choose which of these emails you get',
  orOpen: 'Or open this link:',
}
