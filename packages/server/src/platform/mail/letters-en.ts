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
    subject: `Your ${organization} account is temporarily locked`,
    paragraphs: [
      `Hello ${name},`,
      `Someone entered a wrong password for your account five times in a row${from(address)}. ` +
        `To protect your account, sign-in is locked until ${readable(until)}. You may still be able to sign in from a network that you used recently.`,
      'If this was you, wait until then and try again.',
      'If it wasn’t you, your files are safe: the password was not guessed. If your password is short, or you use it elsewhere, ' +
        'choose a new one. Tell your administrator if this happens again.',
    ],
  }),
  storage_full: ({ name, what }) => ({
    subject: 'Storage is full',
    paragraphs: [
      `Hello ${name},`,
      `Your Holdfast server can’t store new files: ${FULL[what] ?? 'the storage is full'}. Stored files can still be read.`,
      'Free up space, or add more. Uploads then work again within seconds. You get this email at most once an hour.',
    ],
  }),
  sign_in_code: ({ name, code }, { organization }) => ({
    subject: `${code} is your ${organization} code`,
    paragraphs: [
      `Hello ${name},`,
      `Your code is ${code}. It works once, for ten minutes.`,
      'Never share it with anyone. If you didn’t try to sign in, someone else knows your password. Change it now.',
    ],
  }),
  two_step_recovered: ({ name }, { organization }) => ({
    subject: `Two-step verification is off for your ${organization} account`,
    paragraphs: [
      `Hello ${name},`,
      'Two-step verification was just turned off with your recovery key.',
      'If this was you, turn it on again with your new device. If it wasn’t you, change your password now and ' +
        'tell your administrator.',
    ],
  }),
  password_reset: ({ name, link }, { organization }) => ({
    subject: `Reset your ${organization} password`,
    paragraphs: [
      `Hello ${name},`,
      'Someone requested a new password for your account. The button works once, for one hour.',
      'If it wasn’t you, ignore this email. Your password stays the same.',
    ],
    button: { label: 'Choose a new password', url: link },
  }),
  address_check: ({ name, email, link }, { organization }) => ({
    subject: 'Confirm your email address',
    paragraphs: [
      `Hello ${name},`,
      `Confirm that ${email} is your email address, for your account at ${organization}. You can then open what other ` +
        'organizations share with this address. The button works once, for one day, while you are signed in.',
      'If you don’t use this account, ignore this email.',
    ],
    button: { label: 'Confirm email address', url: link },
  }),
  welcome: ({ name, email, link }, { organization, baseUrl }) => ({
    subject: `Your ${organization} account`,
    paragraphs: [
      `Hello ${name},`,
      `You have a new account at ${organization}. Your email address for sign-in is ${email}.`,
      ...(link ? ['First, choose your password. The button works once, for three days.'] : []),
    ],
    button: link ? { label: 'Choose your password', url: link } : { label: 'Sign in', url: baseUrl },
  }),
  quota_reached: ({ name, percent, used, quota }, { organization }) => ({
    subject: `You have used ${percent}% of your ${organization} storage`,
    paragraphs: [
      `Hello ${name},`,
      `Your files use ${sizeInWords(used, 'en')} of ${sizeInWords(quota, 'en')} (${percent}%).`,
      percent >= 100
        ? 'You can’t store anything new until you delete files permanently, or your administrator gives you more storage. ' +
          'Deleted files and earlier versions count as well.'
        : 'When it is full, you can’t store anything new. Your administrator can give you more storage.',
    ],
  }),
  content_damaged: ({ name, found, damaged }, { organization }) => ({
    subject: `Damaged files at ${organization}`,
    paragraphs: [
      `Hello ${name},`,
      `Parts of files are missing or damaged in the storage: ${chunks(found)} since the last email, ` +
        `${chunks(damaged)} in total. These files can’t be downloaded completely.`,
      'To list them, run “holdfast verify --content”, or see the activity of their organizations. To repair a file, upload it ' +
        'again, or restore its blobs from a backup. Check the disk or the storage service, too: it may lose more data.',
    ],
  }),
  brake_noticed: ({ name, device, person, paused, link, ...news }) => ({
    subject: `Unusual activity in ${placesOf(news)}`,
    paragraphs: [
      `Hello ${name},`,
      `${device ?? 'A device'} (${person ?? 'unknown person'}) made unusually many changes in ${placesOf(news)} within ten minutes: ` +
        `${news.deleted} items deleted, ${news.rewritten} files rewritten, ${news.renamed} files with a new ` +
        'extension. This may be intended, a mistake, or ransomware.',
      paused
        ? 'The device is paused: its changes are not accepted until someone decides. Nothing is lost.'
        : 'The device is not paused.',
      'Check the changes. You can sign the device out and undo everything it did. Changes by others are kept.',
    ],
    button: { label: 'Show changes', url: link },
  }),
  backup_trouble: ({ name, error, newest, place }) => ({
    subject: error === undefined ? 'The backup is overdue' : 'The backup failed',
    paragraphs: [
      `Hello ${name},`,
      error === undefined
        ? `The backup of your Holdfast server to ${place} is overdue: the last one is more than twice the interval ago.`
        : `The backup of your Holdfast server to ${place} failed: ${error}.`,
      newest === undefined
        ? 'There is no complete backup yet.'
        : `The last complete backup is from ${readable(newest)}. Later changes are not in it.`,
      'Check that the location can be reached, has enough space, and can be written to. For details, run “holdfast backup” on the server. ' +
        'The server tries again by itself. You get no further email about this until a backup has succeeded.',
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
    subject: `${machinesIn(machines, more)} unreachable`,
    paragraphs: [`Hello ${name},`],
    lists: [
      {
        title: 'These devices are no longer connected:',
        lines: [
          ...machines.map((machine) => `${machine.name}, since ${readable(machine.since)}`),
          ...andMore(more),
        ],
      },
    ],
    closing: [
      'They are not synced or backed up. Check that they are switched on and have a network connection. ' +
        'You will get an email when they are back.',
    ],
  }),
  machines_reachable: ({ name, machines, more }) => ({
    subject: `${machinesIn(machines, more)} connected again`,
    paragraphs: [`Hello ${name},`],
    lists: [
      {
        title: 'These devices are connected again:',
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
      `${sender} (${brand.organization}) shared the ${kind} “${item}” with you.`,
    ],
    ...(message !== undefined && { quote: { by: `${sender} writes:`, text: message } }),
    closing: [
      ...howToOpen(sender, kind, way),
      ...(expires ? [`The link expires after ${expires} (UTC).`] : []),
    ],
    button: { label: `Open ${kind}`, url: link },
    ...(disclaimer !== undefined && { smallPrint: disclaimer }),
  }),
  share_invitation: ({ name, inviter, share }, { organization, baseUrl }) => ({
    subject: `${organization} invited you to the team share ${share}`,
    paragraphs: [
      `Hello ${name},`,
      `${inviter} (${organization}) invited you to the team share “${share}”.`,
      'Sign in with your own account to accept or decline. Nobody there can see your files.',
      'If you don’t know the sender, ignore this email.',
    ],
    button: { label: 'View invitation', url: `${baseUrl}/invitations` },
  }),
  notices: ({ name, sections, more, stop }, { organization, baseUrl }) => ({
    subject: noticesSubject(sections, organization),
    paragraphs: [`Hello ${name},`],
    lists: sections.map((section) => ({
      title: sectionTitle(section),
      lines: [...section.lines.map(noticeText), ...andMore(section.more)],
    })),
    closing: more > 0 ? [`And ${more} more in other locations.`] : [],
    button: { label: `Open ${organization}`, url: baseUrl },
    stop,
  }),
  test_message: ({ name }, { organization, baseUrl }) => ({
    subject: `Test email from ${organization}`,
    paragraphs: [
      `Hello ${name},`,
      `This email was sent to test the email settings of ${organization}. They work.`,
    ],
    button: { label: `Open ${organization}`, url: baseUrl },
  }),
}

const FULL: Partial<Record<OutageCause, string>> = {
  database_full: 'the disk of the database is full',
  blobs_full: 'the storage for file contents is full',
  disk_full: 'the disk of the data folder is full',
}

const placesOf = ({ root, more }: Pick<BrakeNews, 'root' | 'more'>): string =>
  more === 0 ? root : `${root} and ${more} more ${more === 1 ? 'location' : 'locations'}`

function machinesIn([only, ...others]: MachineNews['machines'], more: number): string {
  const count = 1 + others.length + more
  return count === 1 ? `“${only?.name}”` : `${count} devices`
}
const andMore = (more: number): string[] => (more > 0 ? [`and ${more} more`] : [])

const chunks = (count: number): string => (count === 1 ? '1 chunk' : `${count} chunks`)

function howToOpen(
  sender: string,
  kind: string,
  { account, invitationDays, hasPassword }: Omit<MailData['link_shared'], 'from' | 'kind' | 'item' | 'link'>,
): string[] {
  const password = `The link has a password. Ask ${sender} for it.`
  if (account === undefined)
    return [hasPassword ? password : `Anyone with the link can open the ${kind}. No account is needed.`]
  const how =
    invitationDays === undefined
      ? `To open it, sign in as ${account}.`
      : `To open it, choose a password for ${account}. The button works for ${invitationDays} days.`
  return [how, ...(hasPassword ? [password] : [])]
}

function noticesSubject(sections: readonly NoticeSection[], organization: string): string {
  const [only, ...others] = sections
  if (!only || others.length > 0) return `Activity in your shared files at ${organization}`
  if (only.kind === 'share_changed') return `Changes in the team share “${only.share}”`
  const item = onlyItemOf(only)
  const what = item === undefined ? 'Files were' : `“${item}” was`
  return only.kind === 'link_downloaded'
    ? `${what} downloaded through a link`
    : `${what} uploaded through a link`
}

const sectionTitle = ({ kind, share }: NoticeSection): string =>
  ({
    link_downloaded: 'Downloads through your links:',
    link_uploaded: 'Uploads through your links:',
    share_changed: `Changes in the team share “${share}”:`,
  })[kind]

function noticeText({ actor, did, item, times, at }: NoticeLine): string {
  const what = actor === undefined ? `${item} was ${did}` : `${actor} ${did} ${item}`
  return times > 1 ? `${what}, ${times} times, last ${readable(at)}` : `${what}, ${readable(at)}`
}

const from = (address: string | undefined) => (address ? `, from the network address ${address}` : '')
const readable = (time: string) => `${time.replace('T', ' ')} UTC`
