import type { NoticeKind } from '@holdfast/api/notices'
import { type BrakeNews, brakeLetter } from './brake-letter.ts'
import { type Brand, type Letter, renderLetter } from './letter.ts'
import type { Message } from './mailer.ts'

/** Every kind of mail and what its text is made from. Times are UTC, `YYYY-MM-DDTHH:MM:SS`. */
export interface MailData {
  account_locked: { name: string; until: string; address?: string }
  test_message: { name: string }
  /** `what` is full, in words. */
  storage_full: { name: string; what: string }
  sign_in_code: { name: string; code: string }
  two_step_recovered: { name: string }
  password_reset: { name: string; link: string }
  address_check: { name: string; email: string; link: string }
  welcome: { name: string; email: string; link?: string }
  quota_reached: { name: string; percent: number; used: string; quota: string }
  content_damaged: { name: string; found: number; damaged: number }
  brake_noticed: BrakeNews
  machines_unreachable: MachineNews
  machines_reachable: MachineNews
  link_shared: {
    /** Unknown of someone who is no more than an address. */
    name?: string
    from: string
    item: string
    kind: 'file' | 'folder'
    link: string
    /** The address that one signs in by, where the link asks for that. */
    account?: string
    /** For so long the account, which has no password yet, can be given one by the link. */
    invitationDays?: number
    /** Whether the link asks for a password of its own. */
    hasPassword?: boolean
    /** The last day, `YYYY-MM-DD`. */
    expires?: string
    message?: string
    disclaimer?: string
  }
  share_invitation: { name: string; inviter: string; share: string }
  notices: { name: string; sections: NoticeSection[]; more: number; stop: string }
}

/** Machines that are gone, or back, and how many there are beside those that are named. */
export interface MachineNews {
  name: string
  machines: { name: string; since: string }[]
  more: number
}

/** Something that someone did, or that was done by nobody who could be named. */
export interface NoticeLine {
  actor?: string
  did: 'downloaded' | 'uploaded' | 'added' | 'changed' | 'renamed' | 'moved' | 'deleted' | 'restored'
  item: string
  times: number
  at: string
}
export interface NoticeSection {
  kind: NoticeKind
  /** The name of a team share. */
  share?: string
  lines: NoticeLine[]
  /** How much happened beside what the lines tell. */
  more: number
}

type Letters = { [K in keyof MailData]: (data: MailData[K], brand: Brand) => Letter }

const LETTERS: Letters = {
  account_locked: ({ name, until, address }, { organization }) => ({
    subject: `Sign-in to your ${organization} account is blocked for now`,
    paragraphs: [
      `Hello ${name},`,
      `Someone entered a wrong password for your account five times in a row${from(address)}. ` +
        `To protect it, sign-in is blocked until ${readable(until)}. From a network that you signed in from lately it may still work.`,
      'If this was you, wait until then and try again with the right password.',
      'If it was not you, your password was not guessed and your files are safe. Choose a new password if ' +
        'the current one is short or used elsewhere, and tell your administrator if this happens again.',
    ],
  }),
  storage_full: ({ name, what }) => ({
    subject: 'No room left to store files',
    paragraphs: [
      `Hello ${name},`,
      `Your Holdfast service cannot take in files any more: ${what}. What is stored can be read as before.`,
      'Make room on it, or give it more. Uploads work again within seconds. This is told once an hour at most.',
    ],
  }),
  sign_in_code: ({ name, code }, { organization }) => ({
    subject: `${code} is your ${organization} code`,
    paragraphs: [
      `Hello ${name},`,
      `Your code is ${code}. It works once, in the next ten minutes.`,
      'Nobody from us will ever ask you for it. If you did not try to sign in, someone else knows your password: ' +
        'choose a new one.',
    ],
  }),
  two_step_recovered: ({ name }, { organization }) => ({
    subject: `Two-step verification of your ${organization} account was switched off`,
    paragraphs: [
      `Hello ${name},`,
      'Two-step verification of your account was just switched off with its backup key.',
      'If this was you, switch it on again with your new device. If it was not you, choose a new password now and ' +
        'tell your administrator.',
    ],
  }),
  password_reset: ({ name, link }, { organization }) => ({
    subject: `Choose a new password for your ${organization} account`,
    paragraphs: [
      `Hello ${name},`,
      'Someone asked for a new password for your account. The link works once, within the next hour.',
      'If it was not you, do nothing: your password stays as it is.',
    ],
    button: { label: 'Choose a new password', url: link },
  }),
  address_check: ({ name, email, link }, { organization }) => ({
    subject: 'Confirm your address',
    paragraphs: [
      `Hello ${name},`,
      `The account ${email} at ${organization} asks you to confirm that this address is yours. What other ` +
        'organizations share with the address opens to the account from then on. The link works once, within a day, ' +
        'for whoever is signed in to the account.',
      'If you do not use this account, do nothing: nobody can confirm the address in your place.',
    ],
    button: { label: 'Confirm the address', url: link },
  }),
  welcome: ({ name, email, link }, { organization, baseUrl }) => ({
    subject: `Your ${organization} account`,
    paragraphs: [
      `Hello ${name},`,
      `An account was made for you at ${organization}. You sign in with the address ${email}.`,
      ...(link ? ['Choose your password first. The link works once, within the next three days.'] : []),
    ],
    button: link ? { label: 'Choose your password', url: link } : { label: 'Sign in', url: baseUrl },
  }),
  quota_reached: ({ name, percent, used, quota }, { organization }) => ({
    subject: `${percent} % of your ${organization} space is used`,
    paragraphs: [
      `Hello ${name},`,
      `Your files take ${used} of the ${quota} that you have: ${percent} % are used.`,
      percent >= 100
        ? 'Nothing new can be stored until you remove something, deleted files and earlier versions included, or your ' +
          'administrator gives you more space.'
        : 'When all of it is used, nothing new can be stored. Your administrator can give you more space.',
    ],
  }),
  content_damaged: ({ name, found, damaged }, { organization }) => ({
    subject: `Stored bytes are damaged at ${organization}`,
    paragraphs: [
      `Hello ${name},`,
      `Bytes that files are made of were found missing or changed in the store: ${chunks(found)} since the last mail of ` +
        `this kind, ${chunks(damaged)} all together that are not whole again. Downloads of these files break off.`,
      'The command «verify --content» names the files, and so does the activity of their organizations. They are whole again ' +
        'once someone uploads them again, or their blobs are put back from a backup. Look after the disk or the store as ' +
        'well: it may lose more.',
    ],
  }),
  brake_noticed: brakeLetter,
  machines_unreachable: ({ name, machines, more }) => ({
    subject: `${machinesIn(machines, more)} cannot be reached`,
    paragraphs: [`Hello ${name},`],
    lists: [
      {
        title: 'These machines are not connected any more:',
        lines: [
          ...machines.map((machine) => `${machine.name}, since ${readable(machine.since)}`),
          ...andMore(more),
        ],
      },
    ],
    closing: [
      'What changes there is not synced or backed up meanwhile. Look whether they are switched on and have a connection. ' +
        'You are told when they are back.',
    ],
  }),
  machines_reachable: ({ name, machines, more }) => ({
    subject: `${machinesIn(machines, more)} can be reached again`,
    paragraphs: [`Hello ${name},`],
    lists: [
      {
        title: 'These machines are connected again:',
        lines: [...machines.map((machine) => machine.name), ...andMore(more)],
      },
    ],
  }),
  link_shared: ({ name, from: sender, item, kind, link, expires, message, disclaimer, ...way }, brand) => ({
    subject: `${sender} shared ${item} with you`,
    paragraphs: [
      name === undefined ? 'Hello,' : `Hello ${name},`,
      `${sender} shared the ${kind} «${item}» with you at ${brand.organization}.`,
    ],
    ...(message !== undefined && { quote: { by: `${sender} writes:`, text: message } }),
    closing: [
      ...howToOpen(sender, kind, way),
      ...(expires ? [`It can be opened until the end of ${expires} (UTC).`] : []),
    ],
    button: { label: `Open the ${kind}`, url: link },
    ...(disclaimer !== undefined && { smallPrint: disclaimer }),
  }),
  share_invitation: ({ name, inviter, share }, { organization, baseUrl }) => ({
    subject: `${organization} invites you to the team share ${share}`,
    paragraphs: [
      `Hello ${name},`,
      `${inviter} of ${organization} invites you to work on the files of the team share «${share}».`,
      'Sign in with your own account to accept or decline. Until you accept you see nothing of it, and nobody there ' +
        'sees anything of yours.',
      'If you do not know them, do nothing.',
    ],
    button: { label: 'Sign in and answer', url: `${baseUrl}/shared` },
  }),
  notices: ({ name, sections, more, stop }, { organization, baseUrl }) => ({
    subject: noticesSubject(sections, organization),
    paragraphs: [`Hello ${name},`],
    lists: sections.map((section) => ({
      title: sectionTitle(section),
      lines: [...section.lines.map(noticeText), ...andMore(section.more)],
    })),
    closing: more > 0 ? [`And ${more} more in other places.`] : [],
    button: { label: `Open ${organization}`, url: baseUrl },
    stop,
  }),
  test_message: ({ name }, { organization, baseUrl }) => ({
    subject: `Test message from ${organization}`,
    paragraphs: [
      `Hello ${name},`,
      `This message was sent to test the mail settings of ${organization}. They work: nothing else needs to be done.`,
    ],
    button: { label: `Open ${organization}`, url: baseUrl },
  }),
}

function machinesIn([only, ...others]: MachineNews['machines'], more: number): string {
  const count = 1 + others.length + more
  return count === 1 ? `«${only?.name}»` : `${count} machines`
}
const andMore = (more: number): string[] => (more > 0 ? [`and ${more} more`] : [])

const chunks = (count: number): string => (count === 1 ? '1 chunk' : `${count} chunks`)

function howToOpen(
  sender: string,
  kind: string,
  { account, invitationDays, hasPassword }: Omit<MailData['link_shared'], 'from' | 'kind' | 'item' | 'link'>,
): string[] {
  const password = `The link asks for a password, which ${sender} can tell you.`
  if (account === undefined)
    return [hasPassword ? password : `Everybody who has the link can open the ${kind}, without an account.`]
  const how =
    invitationDays === undefined
      ? `You do so signed in as ${account}.`
      : `Choose a password for ${account} first: the link below lets you do so once, within ${invitationDays} ` +
        'days. From then on it leads to sign-in.'
  return [
    `Only people whom it is shared with can open the ${kind}. ${how}`,
    ...(hasPassword ? [password] : []),
  ]
}

/** Writes the text and HTML of one mail. Values may hold anything; none can become markup. */
export const renderMail = <K extends keyof MailData>(
  kind: K,
  to: string,
  data: MailData[K],
  brand: Brand,
): Message => renderLetter(to, LETTERS[kind](data, brand), brand)

function noticesSubject(sections: readonly NoticeSection[], organization: string): string {
  const [only, ...others] = sections
  if (!only || others.length > 0) return `News of what you share at ${organization}`
  if (only.kind === 'share_changed') return `Changes in the team share «${only.share}»`
  const [item, ...rest] = new Set(only.lines.map((line) => line.item.slice(line.item.lastIndexOf('/') + 1)))
  const what = rest.length === 0 && only.more === 0 ? `«${item}» was` : 'Files were'
  return only.kind === 'link_downloaded'
    ? `${what} downloaded by a share link`
    : `${what} uploaded by a share link`
}

const sectionTitle = ({ kind, share }: NoticeSection): string =>
  ({
    link_downloaded: 'Downloaded by links that you made:',
    link_uploaded: 'Uploaded by links that you made:',
    share_changed: `Changes in the team share «${share}»:`,
  })[kind]

function noticeText({ actor, did, item, times, at }: NoticeLine): string {
  const what = actor === undefined ? `${item} was ${did}` : `${actor} ${did} ${item}`
  return times > 1 ? `${what}, ${times} times, last ${readable(at)}` : `${what}, ${readable(at)}`
}

const from = (address: string | undefined) => (address ? `, from the network address ${address}` : '')
const readable = (time: string) => `${time.replace('T', ' ')} UTC`
