import type { OutageCause } from '../../basics/outage.ts'
import { formatsOf } from '../intl/formats.ts'
import type { BrakeNews, Letters, MachineNews, ServiceMail } from '../letters/mail-data.ts'

const { count, day: dayOf, moment, plural } = formatsOf('en')

export const serviceLetters: Letters<ServiceMail> = {
  storage_full: ({ name, what }) => ({
    subject: 'Your Holdfast server is out of space',
    paragraphs: [
      `Hello ${name},`,
      `Your Holdfast server can’t store new files: ${FULL[what] ?? 'the storage is full'}. You can still open and download existing files.`,
      'Free up space or add more. Uploads will then work again within seconds. You will get this email at most once an hour.',
    ],
  }),
  content_damaged: ({ name, found, damaged }, { organization }) => ({
    subject: `Damaged files at ${organization}`,
    paragraphs: [
      `Hello ${name},`,
      `Some stored files have missing or damaged parts: ${plural(found, '# new chunk', '# new chunks')} since the last email, ` +
        `${chunks(damaged)} in total. These files can’t be downloaded completely.`,
      'To list the files, run “holdfast verify --content” on the server. To repair a file, upload it again, or run ' +
        '“holdfast verify --content --repair-from <backup location>”. Also check the disk or the storage service. It may be failing and could lose more data.',
    ],
  }),
  brake_noticed: ({ name, device, person, paused, link, ...news }) => ({
    subject: `Unusual activity in ${placesOf(news)}`,
    paragraphs: [
      `Hello ${name},`,
      `The device “${device ?? 'unknown'}” (${person ?? 'unknown person'}) made an unusually large number of changes in ${placesOf(news)} within ten minutes: ` +
        `${changesOf(news)}. This could be a planned change, a mistake, or ransomware.`,
      paused
        ? 'The device is paused: its changes won’t be accepted until someone reviews them. Nothing is lost.'
        : 'The device is not paused.',
      'Review the changes. You can sign the device out and undo everything it did. Changes by other people are kept.',
    ],
    button: { label: 'Show changes', url: link },
  }),
  backup_trouble: ({ name, error, newest, place }, { timezone }) => ({
    subject: error === undefined ? 'The backup is overdue' : 'The backup failed',
    paragraphs: [
      `Hello ${name},`,
      error === undefined
        ? `The backup of your Holdfast server to ${place} is overdue: the last one is more than twice the interval ago.`
        : `The backup of your Holdfast server to ${place} failed: ${error}.`,
      newest === undefined
        ? 'There is no complete backup yet.'
        : `The last complete backup is from ${moment(newest, timezone)}. Changes made after that are not backed up.`,
      'Check that the location can be reached, has enough space, and can be written to. The server will try again automatically. ' +
        'To try now and see the full error, run “holdfast backup <location>” on the server. You won’t get another email about this unless a backup succeeds and a later one fails.',
    ],
  }),
  retention_resumes: ({ name, until, link }, { timezone }) => ({
    subject: 'Automatic deletion resumes in 7 days',
    paragraphs: [
      `Hello ${name},`,
      `Your Holdfast service was restored from a backup. Since then, automatic deletion of earlier versions and of items in Deleted files has been paused. The pause ends on ${moment(until, timezone)}.`,
      'After that, deleted files and earlier versions that are older than their organization’s retention period will be permanently deleted. ' +
        'Restore what you still need before then. To end the pause earlier, open the notifications in the app, or run ' +
        '“holdfast resume-retention” on the server.',
    ],
    button: { label: 'Open Holdfast', url: link },
  }),
  organization_closing: ({ name, customer, by, day, link }) => ({
    subject: `${customer} was closed`,
    paragraphs: [
      `Hello ${name},`,
      `${by} closed ${customer}. Nobody at ${customer} can sign in, and its devices are signed out.`,
      ...untilDeleted(customer, by, day, link),
    ],
    ...cancelAt(link),
  }),
  organization_closes_soon: ({ name, customer, by, day, link }) => ({
    subject: `${customer} will be deleted on ${dayOf(day)}`,
    paragraphs: [
      `Hello ${name},`,
      `${by} closed ${customer}, and the day on which it is deleted is near.`,
      ...untilDeleted(customer, by, day, link),
    ],
    ...cancelAt(link),
  }),
  closing_canceled: ({ name, customer, by, day }) => ({
    subject: `${customer} is no longer closing`,
    paragraphs: [
      `Hello ${name},`,
      `${by} canceled the closing of ${customer}. It will not be deleted on ${dayOf(day)}.`,
      'People who could sign in before can sign in again. On their devices they have to sign in again, too.',
    ],
  }),
  machines_unreachable: ({ name, machines, more }, { timezone }) => ({
    subject: `${machinesIn(machines, more)} ${plural(machines.length + more, 'is', 'are')} unreachable`,
    paragraphs: [`Hello ${name},`],
    lists: [
      {
        title: plural(
          machines.length + more,
          'This device is no longer connected:',
          'These devices are no longer connected:',
        ),
        lines: [
          ...machines.map((machine) => `${machine.name}, since ${moment(machine.since, timezone)}`),
          ...andMore(more),
        ],
      },
    ],
    closing: [
      'They aren’t being synced or backed up. Check that they are switched on and have a network connection. ' +
        'You will get an email when they are back.',
    ],
  }),
  machines_reachable: ({ name, machines, more }) => ({
    subject: `${machinesIn(machines, more)} ${plural(machines.length + more, 'is', 'are')} connected again`,
    paragraphs: [`Hello ${name},`],
    lists: [
      {
        title: plural(
          machines.length + more,
          'This device is connected again:',
          'These devices are connected again:',
        ),
        lines: [...machines.map((machine) => machine.name), ...andMore(more)],
      },
    ],
  }),
  device_used: ({ name, by, machine, what, folders, more }) => ({
    subject:
      what === 'mapped'
        ? `${by} connected ${plural(folders.length + more, 'a folder', '# folders')} on “${machine}”`
        : `${by} restored a backup to “${machine}”`,
    paragraphs: [`Hello ${name},`],
    lists: [
      {
        title:
          what === 'mapped'
            ? `${by} connected ${plural(folders.length + more, 'this folder', 'these folders')} on your device “${machine}” to the server:`
            : `${by} restored a backup to this folder on your device “${machine}”:`,
        lines: [...folders.map((folder) => `Folder ${folder}`), ...andMore(more)],
      },
    ],
    closing: [
      'Only folders on the device’s list of allowed folders can be used. To see the list, run “holdfast-agent allow” on the device. ' +
        'To remove a folder from it, run “holdfast-agent disallow <folder>”. If you weren’t expecting this, contact your administrator.',
    ],
  }),
  test_message: ({ name }, { organization, baseUrl }) => ({
    subject: `Test email from ${organization}`,
    paragraphs: [
      `Hello ${name},`,
      `This is a test email from ${organization}. If you received it, the email settings are working.`,
    ],
    button: { label: 'Open Holdfast', url: baseUrl },
  }),
}

const untilDeleted = (customer: string, by: string, day: string, link: string | undefined): string[] => [
  `On ${dayOf(day)}, ${customer} is permanently deleted, with all accounts, files and earlier versions.`,
  link
    ? 'Until then, you can cancel this in the app.'
    : `If you didn’t expect this, contact ${by} before that day. They can cancel it.`,
]
const cancelAt = (url: string | undefined) => (url ? { button: { label: 'Show in Holdfast', url } } : {})

const FULL: Partial<Record<OutageCause, string>> = {
  database_full: 'the database disk is full',
  blobs_full: 'the storage for file contents is full',
  disk_full: 'the disk with the data folder is full',
}

const changesOf = ({
  deleted,
  rewritten,
  renamed,
}: Pick<BrakeNews, 'deleted' | 'rewritten' | 'renamed'>): string =>
  [
    deleted > 0 && `${plural(deleted, '# item', '# items')} deleted`,
    rewritten > 0 && `${plural(rewritten, '# file', '# files')} overwritten`,
    renamed > 0 && `${plural(renamed, '# file', '# files')} renamed to a new extension`,
  ]
    .filter(Boolean)
    .join(', ')

const placesOf = ({ root, more }: Pick<BrakeNews, 'root' | 'more'>): string =>
  more === 0 ? `“${root}”` : `“${root}” and ${plural(more, '# more location', '# more locations')}`

function machinesIn([only, ...others]: MachineNews['machines'], more: number): string {
  const all = 1 + others.length + more
  return all === 1 ? `“${only?.name}”` : plural(all, '# device', '# devices')
}
const andMore = (more: number): string[] => (more > 0 ? [`and ${count(more)} more`] : [])

const chunks = (some: number): string => plural(some, '# chunk', '# chunks')
