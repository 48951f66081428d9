import { readFileSync, realpathSync } from 'node:fs'
import path from 'node:path'

/** What opens other computers, and what a system or a shell runs by itself, in the home of a person. */
const IN_HOMES = [
  ...['.ssh', '.gnupg', '.pki', '.aws', '.azure', '.kube', '.docker', '.password-store', '.vault-token'],
  ...[
    '.netrc',
    '.git-credentials',
    '.pgpass',
    '.my.cnf',
    '.npmrc',
    '.pypirc',
    '.config/gcloud',
    '.config/gh',
  ],
  ...['.local/share/keyrings', '.local/share/kwalletd', 'Library/Keychains'],
  ...['.config/autostart', '.config/autostart-scripts', '.config/systemd', '.config/environment.d'],
  ...['.config/plasma-workspace', '.config/fish', '.config/nushell', '.config/git', '.config/upstart'],
  ...['.local/share/systemd', '.local/share/dbus-1', '.local/share/applications', '.local/bin', 'bin'],
  ...['Library/LaunchAgents', '.kde/Autostart', '.kde4/Autostart', '.init', '.forward', '.procmailrc'],
  ...[
    '.profile',
    '.bashrc',
    '.bash_profile',
    '.bash_login',
    '.bash_logout',
    '.bash_aliases',
    '.bash_completion',
  ],
  ...[
    '.zshrc',
    '.zshenv',
    '.zprofile',
    '.zlogin',
    '.zlogout',
    '.kshrc',
    '.mkshrc',
    '.cshrc',
    '.tcshrc',
    '.login',
  ],
  ...[
    '.logout',
    '.inputrc',
    '.xinitrc',
    '.xsession',
    '.xsessionrc',
    '.xprofile',
    '.xserverrc',
    '.pam_environment',
  ],
  ...[
    '.gitconfig',
    '.vimrc',
    '.vim',
    '.config/nvim',
    '.emacs',
    '.emacs.d',
    '.config/emacs',
    '.rhosts',
    '.shosts',
  ],
]

/** Tables of what a system runs by itself. What is in its own folders is refused with these. */
const OF_ALL = ['/var/spool/cron', '/var/spool/at', '/var/spool/anacron', '/var/at', '/usr/lib/cron']

const FIRST_PERSON = 1000
const NOBODY = 65_534

/** Homes of people, as the table of users has them; programs have homes there too. */
export function homesIn(users: string): string[] {
  return users.split('\n').flatMap((line) => {
    const [, , id = '', , , home = ''] = line.split(':')
    const isPerson = id === '0' || (Number(id) >= FIRST_PERSON && Number(id) < NOBODY)
    return isPerson && path.isAbsolute(home) && path.dirname(home) !== home ? [home] : []
  })
}

/** Keys and start-up files of everybody on this computer: where their names are, and where links of that name lead. */
export function secretPaths(ownHome: string): string[] {
  const homes = new Set([ownHome, ...homesIn(readUsers())].flatMap((home) => [home, realOf(home)]))
  const named = [...homes].flatMap((home) => IN_HOMES.map((name) => path.join(home, name)))
  return [...new Set([...named, ...OF_ALL].flatMap((one) => [one, realOf(one)]))]
}

function readUsers(): string {
  try {
    return readFileSync('/etc/passwd', 'utf8')
  } catch {
    return ''
  }
}

/** Without links on the way, as far as it is there. */
export function realOf(folder: string): string {
  try {
    return realpathSync(folder)
  } catch {
    const above = path.dirname(folder)
    return above === folder ? folder : path.join(realOf(above), path.basename(folder))
  }
}
