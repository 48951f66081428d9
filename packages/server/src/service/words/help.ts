/** How a command is explained: every text of `holdfast help` and `holdfast help <command>`. */
export interface CommandHelp {
  /** Each way to call it. */
  readonly usage: readonly string[]
  /** One line for the list of all commands. */
  readonly does: string
  readonly more?: string
  readonly options?: Readonly<Record<string, string>>
  readonly after?: string
  readonly example: string
}

export const INTRODUCTION = 'Holdfast: sync, share and back up files for many organizations.'

export const MORE_HELP = 'For options and an example, run: holdfast help <command>'

export const SETTINGS_TITLE =
  'Settings (environment variables, or NAME=value lines in the file of --env-file):'

const LOCATION =
  '<location> is a folder, or s3://bucket/prefix?endpoint=…&region=… with the credentials in the environment.'

export const COMMANDS = {
  serve: {
    usage: ['serve'],
    does: 'start the server (the default)',
    more: `Runs until it receives SIGTERM, SIGINT (Ctrl-C) or SIGHUP. It finishes requests in progress before it exits.`,
    example: 'holdfast --env-file /etc/holdfast/holdfast.env serve',
  },
  demo: {
    usage: ['demo'],
    does: 'start a demonstration with made-up organizations, people and files',
    more: `Uses the folder ./data-demo, or the one set in HOLDFAST_DATA_DIR, which must be empty at the first start. Creating everything takes
up to a minute. The next start continues with the same data. Emails are written to the outbox folder, whatever the settings are.`,
    example: 'holdfast demo',
  },
  migrate: {
    usage: ['migrate [--despite <server>]'],
    does: 'update the database for this version, then exit',
    more: 'Stop all servers that run another version first. If some still use the database, the command lists them.',
    options: {
      '--despite <server>':
        'continue although this server is listed as running, because it no longer exists. Can be repeated',
    },
    example: 'holdfast migrate',
  },
  verify: {
    usage: [
      'verify [--content [--repair-from <location>]] [--repair-counters] [--remove-orphans] [--root <id>]',
      'verify --activity',
    ],
    does: 'check stored data for consistency, also while the service is running',
    options: {
      '--content': 'also read every file and check its bytes',
      '--repair-from <location>': 'replace damaged or missing bytes with those from backups',
      '--remove-orphans': 'delete unused blobs that are older than three days',
      '--repair-counters': 'recalculate all counters, and list those that were wrong',
      '--root <id>': 'check only this root: the files of one person, team share or backup',
      '--activity': 'check the activity log instead',
    },
    example: 'holdfast verify --content --repair-from /mnt/backup',
  },
  backup: {
    usage: [
      'backup <location> [--keep <n>] [--keep-daily <n>] [--keep-weekly <n>] [--keep-monthly <n>] [--take-over] [--new-place]',
      'backup <location> --list',
      'backup <location> --remove <name>',
      'backup verify <location> [--backup <name>] [--fingerprint <text>] [--repair]',
    ],
    does: 'back up everything except the master key, also while the service is running',
    more: `${LOCATION}
Only new data is copied. If a backup is interrupted, run the command again to continue it.`,
    options: {
      '--keep <n>': 'afterwards, remove all but the newest n backups',
      '--keep-daily <n>': 'also keep the last backup of each day, for n days',
      '--keep-weekly <n>': 'also keep the last backup of each week, for n weeks',
      '--keep-monthly <n>': 'also keep the last backup of each month, for n months',
      '--take-over':
        'use the location of an installation that no longer exists, for example after a restore. The old installation can no longer use it',
      '--new-place': 'start at a new, empty location instead of the one used before',
      '--list': 'list the backups',
      '--remove <name>': 'remove one backup',
      '--backup <name>': 'verify only this backup',
      '--fingerprint <text>':
        'the fingerprint of the installation that made the backups, if it is not on this machine',
      '--repair': 'copy damaged files again from the service',
    },
    after:
      'Exit codes of “backup verify”: 0 no problems, 1 problems found, 3 no problems but origin not checked.',
    example: 'holdfast backup /mnt/backup --keep-daily 7 --keep-weekly 4',
  },
  restore: {
    usage: [
      'restore <location> [--backup <name>] [--take-over]',
      'restore <location> --without-key (--fingerprint <text> [--backup <name>] | --unproven <name>) [--take-over]',
    ],
    does: 'restore a backup into an empty database and store',
    more: `Run it before the first start. It restores the newest backup that can be read, or the one you name, and needs the master key.
It never overwrites data. If a restore is interrupted, run the command again to continue it.`,
    options: {
      '--backup <name>': 'restore this backup instead of the newest one',
      '--without-key': 'the master key is lost: restore files, people and passwords, and list what is lost',
      '--fingerprint <text>': 'proves that the backup is from your installation',
      '--unproven <name>': 'restore this backup although nothing proves where it is from',
      '--take-over':
        'use the store of an installation whose database is lost. The old installation can no longer use it',
    },
    example: 'holdfast restore /mnt/backup',
  },
  drill: {
    usage: ['drill <location> [--backup <name>]'],
    does: 'test a backup: restore it to a temporary folder, verify everything, and delete the folder',
    more: 'Needs the master key, and enough disk space in the data folder. It does not touch the running service.',
    options: { '--backup <name>': 'test this backup instead of the newest one' },
    example: 'holdfast drill /mnt/backup',
  },
  move: {
    usage: ['move [--database <address>] [--blobs <address>]'],
    does: 'copy the installation to another database, another store, or both (stop the service first)',
    more: `The old data stays where it is, marked as moved, and can no longer be used by mistake. If a move is interrupted, run the
command again to continue it.`,
    options: {
      '--database <address>': 'a new, empty database, as in HOLDFAST_DATABASE_URL',
      '--blobs <address>': 'a new, empty store, as in HOLDFAST_BLOBS_URL',
    },
    example: 'holdfast move --database postgres://holdfast:password@db.example.com/holdfast',
  },
  moved: {
    usage: ['moved [--back]'],
    does: 'show whether the configured database or store was moved elsewhere',
    more: 'A database or store that was moved can no longer be used, neither by the service nor by a command.',
    options: { '--back': 'use it again. Changes made elsewhere since the move are not in it' },
    example: 'holdfast moved',
  },
  restored: {
    usage: ['restored'],
    does: 'tell clients that the database was restored by other means than “holdfast restore”',
    more: 'Run it after you restored the database with tools of your own, such as pg_restore. Clients then reload everything.',
    example: 'holdfast restored',
  },
  'resume-retention': {
    usage: ['resume-retention'],
    does: 'resume retention, which a restore paused',
    more: `For 30 days after a restore, nothing is deleted because of its age. This command ends the pause: deleted files and earlier
versions that are past their retention time are then deleted permanently.`,
    example: 'holdfast resume-retention',
  },
  'rotate-key': {
    usage: ['rotate-key'],
    does: 'create a new version of the master key (stop the service first)',
    more: `All secrets in the database are encrypted again with the new version. Stop all servers, run the command on one of them, and copy
the key file to the others before you start them. If it is interrupted, run it again to continue.`,
    example: 'holdfast rotate-key',
  },
  admin: {
    usage: ['admin reset-password <email>'],
    does: 'set a new password for an account and print it once',
    more: 'Signs out all devices of the account, and unlocks it if it was locked.',
    example: 'holdfast admin reset-password ann@example.com',
  },
  license: {
    usage: ['license issue <YYYY-MM-DD>'],
    does: 'print a license key that is valid until the end of the given day',
    example: 'holdfast license issue 2030-12-31',
  },
  'new-customer': {
    usage: [
      'new-customer <parent id or slug> --name <name> --admin-email <email> --admin-first-name <name> --admin-last-name <name> ' +
        '[--slug <slug>] [--email <email>] [--trial] [--trial-until <YYYY-MM-DD>] [--color <#rrggbb>] [--share <name>]',
    ],
    does: 'create an organization below another, with its first administrator',
    more: `The administrator gets an email to set a password. At the end, the command prints a text to send. If a step fails, run the command again:
what is there already is kept.`,
    options: {
      '--name <name>': 'its name',
      '--admin-email <email>': 'the email address of its administrator',
      '--admin-first-name <name>': 'the first name of its administrator',
      '--admin-last-name <name>': 'the last name of its administrator',
      '--slug <slug>': 'its web address; without it, made from the name',
      '--email <email>': 'its email address; without it, that of the administrator',
      '--trial': 'start a trial, as long as the policy of the parent says',
      '--trial-until <YYYY-MM-DD>': 'start a trial that ends on this day',
      '--color <#rrggbb>': 'its color in the app and in emails',
      '--share <name>': 'create a team share',
    },
    example:
      'holdfast new-customer harbor-it --name "Linden Dental" --admin-email kim@linden.example --admin-first-name Kim --admin-last-name Lee',
  },
  'import-persons': {
    usage: ['import-persons <organization id or slug> <file> [--commit]'],
    does: 'create the accounts in a CSV file',
    more: 'Without --commit, it only shows what would happen.',
    options: { '--commit': 'create the accounts' },
    example: 'holdfast import-persons example people.csv --commit',
  },
  version: {
    usage: ['version'],
    does: 'print the version of this program',
    example: 'holdfast version',
  },
  help: {
    usage: ['help [<command>]'],
    does: 'show this text, or help for one command',
    example: 'holdfast help backup',
  },
} satisfies Record<string, CommandHelp>

export type CommandName = keyof typeof COMMANDS
