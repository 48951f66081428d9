import type { OutageCause } from '../../basics/outage.ts'
import { formatsOf } from '../intl/formats.ts'
import type { BrakeNews, Letters, MachineNews, ServiceMail } from '../letters/mail-data.ts'

const { count, moment, plural } = formatsOf('en')

export const serviceLetters: Letters<ServiceMail> = {
  storage_full: ({ name, what }) => ({
    subject: 'Storage is full',
    paragraphs: [
      `Hello ${name},`,
      `Your Holdfast server can’t store new files: ${FULL[what] ?? 'the storage is full'}. Stored files can still be read.`,
      'Free up space, or add more. Uploads then work again within seconds. You get this email at most once an hour.',
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
        `${plural(news.deleted, '# item', '# items')} deleted, ${plural(news.rewritten, '# file', '# files')} rewritten, ` +
        `${plural(news.renamed, '# file', '# files')} with a new extension. This may be intended, a mistake, or ransomware.`,
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
        : `The last complete backup is from ${moment(newest)}. Later changes are not in it.`,
      'Check that the location can be reached, has enough space, and can be written to. For details, run “holdfast backup” on the server. ' +
        'The server tries again by itself. You get no further email about this until a backup has succeeded.',
    ],
  }),
  retention_resumes: ({ name, until, link }) => ({
    subject: 'Retention resumes in 7 days',
    paragraphs: [
      `Hello ${name},`,
      `Your Holdfast service was restored from a backup. Since then nothing has been deleted because of its age. This pause ends on ${moment(until)}.`,
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
          ...machines.map((machine) => `${machine.name}, since ${moment(machine.since)}`),
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
  more === 0 ? root : `${root} and ${plural(more, '# more location', '# more locations')}`

function machinesIn([only, ...others]: MachineNews['machines'], more: number): string {
  const all = 1 + others.length + more
  return all === 1 ? `“${only?.name}”` : plural(all, '# device', '# devices')
}
const andMore = (more: number): string[] => (more > 0 ? [`and ${count(more)} more`] : [])

const chunks = (some: number): string => plural(some, '# chunk', '# chunks')
