/** How a command is explained: every text of `holdfast-agent help` and `holdfast-agent help <command>`. */
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

const JSON_OPTION = { '--json': 'print JSON, for programs' }
const ROOT = '<root> is a number or the beginning of a name, as listed by “holdfast-agent roots”.'

export const COMMAND_HELP = {
  login: {
    usage: [
      'login <address> [--email <email>] [--folder <folder>] [--name <name>] [--browser]',
      'login <address> --email <email> --password-stdin [--code <digits>] [--ca <file>] [--fingerprint <hex>]',
    ],
    does: 'sign in this device to a server',
    options: {
      '--email <email>': 'the email address of your account. If it is missing, you are asked for it',
      '--password-stdin': 'read the password from standard input',
      '--code <digits>': 'the code from your authenticator app',
      '--browser': 'sign in on a page of the server instead',
      '--folder <folder>': 'sync all your files to this folder',
      '--name <name>': 'the name of this device. Default: the name of the computer',
      '--ca <file>': 'also trust the certificate authorities in this file',
      '--fingerprint <hex>': 'trust only the certificate with this SHA-256 fingerprint',
    },
    example: 'holdfast-agent login files.example.com --email ann@example.com --folder ~/Holdfast',
  },
  logout: {
    usage: ['logout'],
    does: 'sign out this device. All files stay where they are',
    example: 'holdfast-agent logout',
  },
  roots: {
    usage: ['roots [--json]', 'roots add <root> <folder>', 'roots remove <root>', 'roots in <folder>'],
    does: 'show or change which files are synced to this device, and where',
    more: `A root is all your own files, a team share, or a folder of a file server. ${ROOT}
  roots add <root> <folder>  sync a root with a folder. Files that are only in the folder are uploaded
  roots remove <root>        stop syncing a root. The files stay in the folder
  roots in <folder>          sync all roots, also new ones, with folders inside this one`,
    options: JSON_OPTION,
    example: 'holdfast-agent roots add Projects ~/Projects',
  },
  status: {
    usage: ['status [--json] [--watch]'],
    does: 'show the sync status',
    options: { ...JSON_OPTION, '--watch': 'update the status every second, until you press Ctrl-C' },
    after:
      'Exit codes: 0 up to date, 1 not up to date, 2 the agent is not running, 3 up to date except the items listed.',
    example: 'holdfast-agent status --watch',
  },
  open: {
    usage: ['open [--no-browser]'],
    does: 'show the agent in your browser',
    more: `The address works once, within two minutes, and on this computer only. The page closes after 15 minutes without use.`,
    options: { '--no-browser': 'only print the address' },
    example: 'holdfast-agent open',
  },
  sync: {
    usage: ['sync [--once] [--json]'],
    does: 'sync everything now, and wait until it is up to date',
    more: 'If the agent is not running, the command syncs your files without it.',
    options: { '--once': 'sync once, which is the default', ...JSON_OPTION },
    after: 'Exit codes: 0 up to date, 1 not up to date, 3 up to date except the items listed.',
    example: 'holdfast-agent sync',
  },
  select: {
    usage: ['select <root> <path>', 'select <root> <path> --without', 'select <root>'],
    does: 'choose which folders of a root are synced to this device',
    more: `${ROOT} Without a path, the command lists the folders that are not on this device.`,
    options: {
      '--without':
        'remove the folder from this device, once all changes in it are uploaded. It stays on the server and on other devices',
    },
    example: 'holdfast-agent select Projects Archive --without',
  },
  ls: {
    usage: ['ls <root> [<path>] [--json]'],
    does: 'list a folder on the server',
    more: `${ROOT} “-” marks items that are not on this device, “…” items that are being downloaded.`,
    options: JSON_OPTION,
    example: 'holdfast-agent ls Projects Plans',
  },
  pause: {
    usage: ['pause'],
    does: 'pause syncing',
    more: 'Syncing stays paused until you run “holdfast-agent resume”, also after a restart.',
    example: 'holdfast-agent pause',
  },
  resume: {
    usage: ['resume [--confirm | --bring-back]'],
    does: 'resume syncing after “pause”, or after unusual activity',
    more: `If far more files than usual would be removed or replaced at once, the agent pauses and waits for your decision. New files are
still synced.`,
    options: {
      '--confirm': 'remove or replace the files, as shown by “holdfast-agent status”',
      '--bring-back': 'restore deleted files from the other side instead',
    },
    after: 'Exit code 1: some files still wait for your decision.',
    example: 'holdfast-agent resume --bring-back',
  },
  rules: {
    usage: ['rules --accept [<root>]'],
    does: 'accept changes that someone else made to .holdfastignore',
    more: `If another person changes .holdfastignore and this affects files on this device, the previous rules apply here until you accept
the new ones. “holdfast-agent status” shows who changed it and how many files are affected.`,
    options: { '--accept': 'accept the new rules, of one root or of all' },
    example: 'holdfast-agent rules --accept',
  },
  trash: {
    usage: ['trash [--json]', 'trash restore <id>', 'trash empty'],
    does: 'list or restore files that syncing removed or replaced here in the last three days',
    options: JSON_OPTION,
    example: 'holdfast-agent trash',
  },
  name: {
    usage: ['name', 'name <new name>'],
    does: 'show or change the name of this device',
    more: 'The name is shown in the app and in the status, and is part of the names of conflicted copies.',
    example: 'holdfast-agent name "Ann’s laptop"',
  },
  verify: {
    usage: ['verify [<root>] [--json]'],
    does: 'compare all files on this device with the server',
    more: 'Reads every file. This can take a while.',
    options: JSON_OPTION,
    example: 'holdfast-agent verify',
  },
  backup: {
    usage: ['backup [--json]', 'backup now [<backup>] [--confirm]'],
    does: 'show the backups of this device, or back up now',
    more: `Backups are set up on the server, by administrators and, if the policy allows it, by the owner of the device. <backup> is a
number or a path, as listed by “holdfast-agent backup”.`,
    options: {
      ...JSON_OPTION,
      '--confirm': 'continue although most files of the backup are gone from the disk',
    },
    example: 'holdfast-agent backup now',
  },
  restore: {
    usage: ['restore <backup> <folder> [--before <time>] [--overwrite] [--machine <id>] [--json]'],
    does: 'restore a backup to a folder on this device',
    more: `<backup> is a number or a path, as listed by “holdfast-agent backup”. Identical files are skipped, older files are renamed, newer files
are kept. Every file is read again and compared. If the restore is interrupted, run the command again to continue it.`,
    options: {
      '--before <time>':
        'restore the state as of this time (YYYY-MM-DDTHH:MM:SS, UTC) instead of the newest one',
      '--overwrite': 'also rename newer files',
      '--machine <id>': 'restore a backup of another device of yours. <backup> is then its number',
      ...JSON_OPTION,
    },
    example: 'holdfast-agent restore 12 ~/restored --before 2030-01-31T12:00:00',
  },
  allow: {
    usage: ['allow [--json]', 'allow <folder> [--map] [--browse] [--backup] [--restore]'],
    does: 'show or add folders that the server can use on this device',
    more: `Without a folder, the command lists them. With a folder, the server can use it and everything in it, for the options you name or for all
four. The folder of your synced files is always allowed, and you can browse and back up your own home folder. Keys, start-up files and
system folders are never mapped, listed or restored to.`,
    options: {
      '--map': 'sync it with files on the server',
      '--browse': 'list the names of its folders',
      '--backup': 'back it up',
      '--restore': 'restore backups to it',
      ...JSON_OPTION,
    },
    example: 'holdfast-agent allow /srv/projects --map --backup',
  },
  disallow: {
    usage: ['disallow <folder>'],
    does: 'remove a folder from those that the server can use',
    more: `Its mappings and backups stop. The files stay. For your home folder: nobody can browse it or back it up through the server any
longer, not even you.`,
    example: 'holdfast-agent disallow /srv/projects',
  },
  doctor: {
    usage: ['doctor [--json]'],
    does: 'find problems with the agent, its folders and the connection, and suggest a fix',
    options: JSON_OPTION,
    example: 'holdfast-agent doctor',
  },
  install: {
    usage: ['install [--system] [--no-start]', 'install --file-server [--allow <folder>]…'],
    does: 'start the agent now, and whenever the computer starts (systemd)',
    options: {
      '--system': 'for the whole machine, for example a file server. Needs root',
      '--file-server': 'the same as --system',
      '--allow <folder>':
        'let the server use this folder: map it, browse it, back it up and restore to it. Can be repeated',
      '--no-start': 'only write the systemd unit',
    },
    example: 'holdfast-agent install',
  },
  update: {
    usage: ['update [--older]'],
    does: 'install the version that your server offers',
    more: `Only versions signed with the same key as this agent are accepted, and no older ones. If the new version does not start, the previous
one is started again.`,
    options: { '--older': 'also accept an older version' },
    example: 'holdfast-agent update',
  },
  run: {
    usage: ['run [--background]'],
    does: 'run the agent until it is stopped',
    more: 'To have the system start it, use “holdfast-agent install” instead.',
    options: { '--background': 'start it and return. It runs until the computer is switched off' },
    example: 'holdfast-agent run --background',
  },
  version: {
    usage: ['version'],
    does: 'print the version of this program',
    example: 'holdfast-agent version',
  },
} satisfies Record<string, CommandHelp>

export type CommandName = keyof typeof COMMAND_HELP

export const HELP = {
  introduction: 'holdfast-agent: syncs folders on this device with a Holdfast server.',
  usage: 'Usage: holdfast-agent [--home <folder>] <command> [<arguments>]',
  commands: 'Commands:',
  about: 'show this text, or help for one command',
  moreHelp: 'For options and an example, run: holdfast-agent help <command>',
  home: `--home <folder> keeps all data of an agent in this folder (or in HOLDFAST_AGENT_HOME), so that several agents can run on one machine.
Exit codes: 0 success, 1 there are problems, 2 the agent is not running.`,
} as const
