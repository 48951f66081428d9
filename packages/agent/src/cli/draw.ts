import { sizeInWords } from '@holdfast/api/sizes'
import { counted } from '../service/counted.ts'
import type { ProblemView, RootView, StatusView } from '../service/methods.ts'

const BAR = 20
const SHOWN = 10

export const sizeOf = (bytes: number): string => sizeInWords(bytes, 'en')

function bar(done: number, total: number): string {
  const filled = total > 0 ? Math.round((Math.min(done, total) / total) * BAR) : 0
  return `[${'#'.repeat(filled)}${'.'.repeat(BAR - filled)}]`
}

const LINES: Partial<Record<StatusView['line'], string>> = {
  away: 'The line for news is away at the moment; without it all goes on, a little later.',
  replaced: 'Another agent is signed in as this device: give one of them another name («login --name»).',
  too_old: 'The service needs a newer agent.',
  signed_out: 'The service has signed this device out: «holdfast-agent login» signs it in again.',
}

export const BACKUPS_OFF =
  'Backups rest: the policy of the organization does not allow them. What they hold stays, and can be restored.'

/** How an agent is, for people. Names come from disks: what would steer a terminal is taken out. */
export function drawStatus(
  status: StatusView,
  { isRunning = true, beside = [] }: { isRunning?: boolean; beside?: readonly string[] } = {},
): string {
  const { url, email, machine, line, signedIn, paused, roots, backups, backupsEnabled, restores } = status
  const aboutLine = LINES[line]
  const lines = [
    signedIn ? `${email} at ${url}, as ${machine}` : 'Not signed in: «holdfast-agent login <address>».',
    ...(signedIn && aboutLine ? [aboutLine] : []),
    ...(paused ? ['Paused: «holdfast-agent resume» goes on.'] : []),
    ...roots.flatMap((root) => drawRoot(isRunning ? root : resting(root))),
    ...drawBeside(status, beside),
    ...(backupsEnabled ? [] : ['', BACKUPS_OFF]),
    ...backups.flatMap(({ path, by, state, reason, lastRun, nextRun, done, problems }) => [
      '',
      `Backup of ${path}: ${state === 'synced' ? 'waiting for its time' : state}${reason && `, ${reason}`}`,
      `  ${counted(done, 'file')}, last finished: ${lastRun ?? 'never'}${nextRun ? `, next: ${nextRun}` : ''} (UTC)`,
      ...(by === null ? [] : [`  requested by ${by}`]),
      ...drawProblems(problems),
    ]),
    ...restores.flatMap(({ path, by, began, state, reason }) => [
      '',
      `Restore to ${path}: ${state}${reason && `, ${reason}`}`,
      `  requested by ${by ?? 'someone'}, ${began} (UTC)`,
    ]),
  ]
  return plain(lines.join('\n'))
}

/** Without an agent nothing happens to a root, whatever it would do next. */
const resting = (root: RootView): RootView =>
  root.state === 'failed' || root.folder === null
    ? root
    : { ...root, state: 'paused', reason: 'no agent runs' }

const more = (all: readonly unknown[]): string[] =>
  all.length > SHOWN ? [`  … and ${all.length - SHOWN} more (--json has all)`] : []

function drawBeside({ base, roots }: StatusView, beside: readonly string[]): string[] {
  if (beside.length === 0) return []
  const into = roots.find(({ folder }) => folder !== null)?.folder
  return [
    '',
    `Not synced: ${counted(beside.length, 'item')} in ${base}, beside the folders that are synced.${into ? ` Move ${beside.length === 1 ? 'it' : 'them'} into one of these, for example ${into}` : ''}`,
    ...beside.slice(0, SHOWN).map((name) => `  – ${name}`),
    ...more(beside),
  ]
}

const drawNotices = (notices: readonly ProblemView[]): string[] => [
  ...notices.slice(0, SHOWN).map(({ path, reason }) => `  – ${path}: ${reason}`),
  ...more(notices),
]

const drawProblems = (problems: readonly ProblemView[]): string[] => [
  ...problems.slice(0, SHOWN).map(({ path, reason, help }) => `  ! ${path}: ${reason}${help && ` ${help}`}`),
  ...more(problems),
]

function drawRoot(root: RootView): string[] {
  const { name, folder, by, state, reason, files, transfers, problems, notices } = root
  if (folder === null) return ['', `«${name}»: not on this device`]
  return [
    '',
    `«${name}» in ${folder}: ${state}${reason && `, ${reason}`}`,
    `  ${counted(files, 'file')}${changesOf(root)}`,
    ...(by === null ? [] : [`  mapped by ${by}`]),
    ...transfers
      .slice(0, SHOWN)
      .map(
        ({ path, direction, size, done }) =>
          `  ${direction} ${bar(done, size)} ${sizeOf(done)} of ${sizeOf(size)}  ${path}`,
      ),
    ...more(transfers),
    ...drawProblems(problems),
    ...drawNotices(notices),
  ]
}

const changesOf = ({ state, todo, unsent }: RootView): string => {
  // What others changed meanwhile is not known.
  if (state === 'offline') return unsent > 0 ? `, ${unsent} changes wait to be sent` : ''
  return todo > 0 ? `, ${todo} changes to make` : ''
}

const plain = (text: string): string => text.replace(/[^\P{Cc}\n]/gu, '\u{fffd}')
