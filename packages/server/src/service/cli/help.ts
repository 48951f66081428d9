import { SETTINGS } from '../../platform/config/settings.ts'
import { USAGE } from './called-as.ts'

interface Command {
  /** Each way to call it. */
  usage: readonly string[]
  /** One line for the list of all. */
  does: string
  /** More, for anyone who asks about this one. */
  more?: string
}

export const COMMANDS = {
  serve: {
    usage: ['serve'],
    does: 'run the service (the default)',
    more: 'It runs until SIGTERM, SIGINT (Ctrl-C) or SIGHUP; requests under way are finished.',
  },
  migrate: {
    usage: ['migrate [--despite <server>]'],
    does: "bring the database to this version's form and stop",
    more: `Servers of another version must be stopped first; the command names those that still use the database.
  --despite <server>  go on although this one still counts as running, because it is gone for good; may be given several times`,
  },
  verify: {
    usage: [
      'verify [--content [--repair-from <place>]] [--repair-counters] [--remove-orphans] [--root <id>]',
      'verify --activity',
    ],
    does: 'hold what is stored against itself, also while the service runs',
    more: `  --content          also read all bytes of all files and hash them
  --repair-from <place>  bring damaged or missing bytes back from backups
  --remove-orphans   delete blobs that nothing needs, older than three days
  --repair-counters  count anew what is kept count of, and say what was wrong
  --root <id>        look at one root only
  --activity         instead hold the records of what happened against their hashes`,
  },
  backup: {
    usage: [
      'backup <place> [--keep <n>] [--keep-daily <n>] [--keep-weekly <n>] [--keep-monthly <n>] [--take-over] [--new-place]',
      'backup <place> --list',
      'backup <place> --remove <name>',
      'backup verify <place> [--backup <name>] [--fingerprint <text>] [--repair]',
    ],
    does: 'back up everything but the master key, also while the service runs',
    more: `<place> is a folder, or s3://bucket/prefix?endpoint=…&region=… . Only what is new is copied. A backup that was interrupted
continues when you run the command again.
  --keep <n>         then remove all but the newest n backups
  --keep-daily <n>   also keep the last backup of each of n days; weeks and months likewise
  --take-over        continue at the place of an installation that is gone, as after a restore; that one is refused from then on
  --new-place        start at a new place where this installation had another one
  --list             show which backups are there
  --remove <name>    remove one backup
verify checks all backups, or one (--backup). Exit code 0: whole; 1: problems; 3: whole, but origin not checked.
  --fingerprint <text>  of the installation that made them, where it is not on this machine
  --repair           copy damaged files again from the service`,
  },
  restore: {
    usage: [
      'restore <place> [--backup <name>] [--take-over]',
      'restore <place> --without-key (--fingerprint <text> [--backup <name>] | --unproven <name>) [--take-over]',
    ],
    does: 'restore a backup to an empty database and store, before the first start with them',
    more: `Restores the newest backup that is whole, unless you name one. Needs the master key, and never touches what is in use. A restore
that was interrupted continues when you run the command again.
  --without-key      if the key is lost: files, people and passwords come back; what does not is listed
  --fingerprint <text>  proves that the backup is from your installation
  --unproven <name>  restore a backup although nothing proves where it is from
  --take-over        into the store that a lost database has left; its old owner is refused from then on`,
  },
  drill: {
    usage: ['drill <place> [--backup <name>]'],
    does: 'restore a backup to a temporary folder, verify everything, and remove it again',
    more: 'Needs the master key, and disk space in the data folder for everything. What the service uses is not touched.',
  },
  move: {
    usage: ['move [--database <address>] [--blobs <address>]'],
    does: 'copy the installation to another database, another store, or both; the service must be stopped',
    more: `The addresses are what HOLDFAST_DATABASE_URL and HOLDFAST_BLOBS_URL are set to afterwards; there must be nothing yet. What
is moved stays where it was, and is marked: it is not used any more. What was cut off goes on when it is called again.`,
  },
  moved: {
    usage: ['moved [--back]'],
    does: 'tell whether the database and the store of the settings were moved elsewhere',
    more: `What was moved is not used any more: neither the service nor a command does.
  --back             use it again, as it was then; what has happened since is not in it`,
  },
  restored: {
    usage: ['restored'],
    does: 'tell clients that the database is that of a backup which was put back by other means',
  },
  'resume-retention': {
    usage: ['resume-retention'],
    does: 'end the pause of retention that a restore began',
    more: `After a restore nothing is deleted because of its age for 30 days. This command ends that: deleted files and earlier
versions that are past their retention time are then deleted permanently.`,
  },
  'rotate-key': {
    usage: ['rotate-key'],
    does: 'make a new version of the master key and seal all secrets by it; the service must be stopped',
    more: 'Stop all servers first, and copy the key file to the others before they start again. What was cut off goes on when it is called again.',
  },
  admin: {
    usage: ['admin reset-password <email>'],
    does: 'give an account a new password, printed once',
    more: 'All devices of the account are signed out, and a lock on it is lifted.',
  },
  license: {
    usage: ['license issue <YYYY-MM-DD>'],
    does: 'print a licence key that is good until the end of that day',
  },
  'import-persons': {
    usage: ['import-persons <organization id or slug> <file> [--commit]'],
    does: 'add the accounts on a CSV list',
    more: 'Without --commit it only says what would come of it.',
  },
  version: { usage: ['version'], does: 'print the version of this program' },
  help: { usage: ['help [<command>]'], does: 'this text, or more about one command' },
} satisfies Record<string, Command>

export type CommandName = keyof typeof COMMANDS

const USAGE_WIDTH = 30

export const usageOf = (name: CommandName): string =>
  COMMANDS[name].usage.map((way) => `holdfast ${way}`).join('\n       ')

export function helpOn(name: CommandName): string {
  const { does, more }: Command = COMMANDS[name]
  return [
    `Usage: ${usageOf(name)}`,
    '',
    `${does[0]?.toUpperCase()}${does.slice(1)}.`,
    ...(more ? ['', more] : []),
  ].join('\n')
}

export function allHelp(): string {
  const commands = Object.values(COMMANDS).flatMap(({ usage, does }: Command) => {
    const last = usage.at(-1) ?? ''
    return last.length <= USAGE_WIDTH
      ? [...usage.slice(0, -1), last.padEnd(USAGE_WIDTH) + does]
      : [...usage, ' '.repeat(USAGE_WIDTH) + does]
  })
  const settings = Object.entries(SETTINGS).map(([name, setting]) => {
    const fallback = 'fallback' in setting ? ` [${setting.fallback}]` : ''
    return `  ${name.padEnd(24)} ${setting.help}${fallback}`
  })
  return `Holdfast: file sync, share and backup for many organizations.

${USAGE}

Commands:
${commands.map((line) => `  ${line}`).join('\n')}

Settings (environment variables, or NAME=value lines of the file after --env-file):
${settings.join('\n')}`
}

/** The command that was probably meant. */
export function nearest(typed: string): CommandName | undefined {
  const names = Object.keys(COMMANDS) as CommandName[]
  const [best] = names
    .map((name) => ({ name, steps: distance(typed, name) }))
    .sort((a, b) => a.steps - b.steps)
  return best && best.steps <= Math.max(1, Math.floor(best.name.length / 3)) ? best.name : undefined
}

/** How many letters must be put in, taken out or replaced. */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, n) => n)
  for (const [i, letter] of [...from].entries()) {
    const next = [i + 1]
    for (let j = 1; j <= to.length; j++)
      next[j] = Math.min(
        (row[j] ?? 0) + 1,
        (next[j - 1] ?? 0) + 1,
        (row[j - 1] ?? 0) + Number(letter !== to[j - 1]),
      )
    row = next
  }
  return row.at(-1) ?? 0
}
