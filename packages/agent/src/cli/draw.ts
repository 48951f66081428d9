import { counted } from '@holdfast/api/counted'
import { sizeInWords } from '@holdfast/api/sizes'
import type { ProblemView, RootView, StatusView } from '../service/methods.ts'
import { BACKUPS, RESTORE } from '../words/backups.ts'
import { LINES, NOT_RUNNING, NOT_SIGNED_IN, STATES, STATUS } from '../words/status.ts'

const BAR = 20
const SHOWN = 10

export const sizeOf = (bytes: number): string => sizeInWords(bytes, 'en')

function bar(done: number, total: number): string {
  const filled = total > 0 ? Math.round((Math.min(done, total) / total) * BAR) : 0
  return `[${'#'.repeat(filled)}${'.'.repeat(BAR - filled)}]`
}

/** How an agent is, for people. Names come from disks: what would steer a terminal is taken out. */
export function drawStatus(
  status: StatusView,
  { isRunning = true, beside = [] }: { isRunning?: boolean; beside?: readonly string[] } = {},
): string {
  const { url, email, machine, line, signedIn, paused, roots, backups, backupsEnabled, restores } = status
  const aboutLine = line in LINES ? LINES[line as keyof typeof LINES] : undefined
  const lines = [
    signedIn ? STATUS.account(email, url, machine) : NOT_SIGNED_IN,
    ...(signedIn && aboutLine ? [aboutLine] : []),
    ...(paused ? [STATUS.paused] : []),
    ...roots.flatMap((root) => drawRoot(isRunning ? root : resting(root))),
    ...drawBeside(status, beside),
    ...(backupsEnabled ? [] : ['', BACKUPS.off]),
    ...backups.flatMap(({ path, by, state, reason, lastRun, nextRun, done, problems }) => [
      '',
      BACKUPS.status(path, state === 'synced' ? BACKUPS.waiting : STATES[state], reason),
      BACKUPS.times(done, lastRun, nextRun),
      ...(by === null ? [] : [BACKUPS.requestedBy(by)]),
      ...drawProblems(problems),
    ]),
    ...restores.flatMap(({ path, by, began, state, reason }) => [
      '',
      RESTORE.status(path, state, reason),
      RESTORE.requestedBy(by ?? BACKUPS.someone, began),
    ]),
  ]
  return plain(lines.join('\n'))
}

/** Without an agent nothing happens to a root, whatever it would do next. */
const resting = (root: RootView): RootView =>
  root.state === 'failed' || root.folder === null ? root : { ...root, state: 'paused', reason: NOT_RUNNING }

const more = (all: readonly unknown[]): string[] =>
  all.length > SHOWN ? [STATUS.more(all.length - SHOWN)] : []

function drawBeside({ base, roots }: StatusView, beside: readonly string[]): string[] {
  if (beside.length === 0) return []
  const into = roots.find(({ folder }) => folder !== null)?.folder ?? undefined
  return [
    '',
    STATUS.beside(beside.length, base, into),
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
  if (folder === null) return ['', STATUS.notHere(name)]
  return [
    '',
    STATUS.root(name, folder, STATES[state], reason),
    `  ${counted(files, 'file')}${changesOf(root)}`,
    ...(by === null ? [] : [STATUS.mappedBy(by)]),
    ...transfers
      .slice(0, SHOWN)
      .map(
        ({ path, direction, size, done }) =>
          `  ${STATUS.directions[direction]} ${bar(done, size)} ${STATUS.progress(sizeOf(done), sizeOf(size), path)}`,
      ),
    ...more(transfers),
    ...drawProblems(problems),
    ...drawNotices(notices),
  ]
}

const changesOf = ({ state, todo, unsent }: RootView): string => {
  // What others changed meanwhile is not known.
  if (state === 'offline') return unsent > 0 ? STATUS.unsent(unsent) : ''
  return todo > 0 ? STATUS.changes(todo) : ''
}

const plain = (text: string): string => text.replace(/[^\P{Cc}\n]/gu, '\u{fffd}')
