import { sizeInWords } from '@holdfast/api/sizes'
import type { OutageCause } from '../basics/outage.ts'
import {
  type BrakeNews,
  type Letters,
  type MachineNews,
  type MailData,
  type NoticeLine,
  type NoticeSection,
  onlyItemOf,
} from './mail-data.ts'

export const LETTERS_EN: Letters = {
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
      `Your Holdfast service cannot take in files any more: ${FULL[what] ?? 'it is full'}. What is stored can be read as before.`,
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
      `Your files take ${sizeInWords(used, 'en')} of the ${sizeInWords(quota, 'en')} that you have: ${percent} % are used.`,
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
  brake_noticed: ({ name, device, person, paused, link, ...news }) => ({
    subject: `Far more changes than usual in ${placesOf(news)}`,
    paragraphs: [
      `Hello ${name},`,
      `Within ten minutes ${device ?? 'a device'} of ${person ?? 'someone'} changed far more in ${placesOf(news)} than is usual: ` +
        `${news.deleted} items deleted, ${news.rewritten} files with another content, ${news.renamed} files with another ` +
        'extension. This can be work that somebody meant to do, a mistake, or a program that encrypts files.',
      paused
        ? 'Its further changes wait until someone decides. Nothing is lost meanwhile.'
        : 'It goes on unless someone stops it.',
      'Look at what it did. You can stop it, and undo all it did: what others have done since stays.',
    ],
    button: { label: 'Look at what happened', url: link },
  }),
  backup_trouble: ({ name, error, newest, place }) => ({
    subject: error === undefined ? 'The backup is overdue' : 'The backup failed',
    paragraphs: [
      `Hello ${name},`,
      error === undefined
        ? `Your Holdfast service has made no backup for longer than twice the time that is set, to ${place}.`
        : `Your Holdfast service could not make its backup to ${place}: ${error}.`,
      newest === undefined
        ? 'There is no complete one yet. What is lost now cannot be brought back.'
        : `The newest complete one is of ${readable(newest)}. What came later cannot be brought back from it.`,
      'Look whether the place can be reached, has room, and takes what this account writes; «holdfast backup» called by hand ' +
        'says more. The service tries again by itself. You are told again only after one has gone well.',
    ],
  }),
  retention_resumes: ({ name, until, link }) => ({
    subject: 'Retention resumes in 7 days',
    paragraphs: [
      `Hello ${name},`,
      `Your Holdfast service was restored from a backup. Since then nothing has been deleted because of its age. This pause ends on ${readable(until)}.`,
      'Then deleted files and earlier versions that are past the retention time of their organization are deleted permanently. ' +
        'Before that, restore what you still need. To resume retention earlier, open the notifications in the app, or run ' +
        '“holdfast resume-retention” on the server.',
    ],
    button: { label: 'Open Holdfast', url: link },
  }),
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
  device_used: ({ name, by, machine, what, folders, more }) => ({
    subject:
      what === 'mapped' ? `${by} mapped a folder of ${machine}` : `${by} restored a backup to ${machine}`,
    paragraphs: [`Hello ${name},`],
    lists: [
      {
        title:
          what === 'mapped'
            ? `${by} connected these folders of your device “${machine}” to files on the service:`
            : `${by} restored a backup to this folder of your device “${machine}”:`,
        lines: [...folders.map((folder) => `Folder ${folder}`), ...andMore(more)],
      },
    ],
    closing: [
      'The device only does this in folders that are allowed there. “holdfast-agent allow” on the device lists them, and ' +
        '“holdfast-agent disallow” removes one. If you did not expect this, ask your administrator.',
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
    button: { label: 'Sign in and answer', url: `${baseUrl}/invitations` },
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

const FULL: Partial<Record<OutageCause, string>> = {
  database_full: 'the disk of the database is full',
  blobs_full: 'the store of blobs is full',
  disk_full: 'the disk of the data folder is full',
}

const placesOf = ({ root, more }: Pick<BrakeNews, 'root' | 'more'>): string =>
  more === 0 ? root : `${root} and ${more} more ${more === 1 ? 'place' : 'places'}`

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

function noticesSubject(sections: readonly NoticeSection[], organization: string): string {
  const [only, ...others] = sections
  if (!only || others.length > 0) return `News of what you share at ${organization}`
  if (only.kind === 'share_changed') return `Changes in the team share «${only.share}»`
  const item = onlyItemOf(only)
  const what = item === undefined ? 'Files were' : `«${item}» was`
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
