/** Installing and updating the agent, and what `holdfast-agent doctor` finds. */
import { counted } from '@holdfast/api/counted'

export const INSTALL = {
  needsRoot: 'Only root can install the agent for the whole machine.',
  runsFrom: (command: string) => `Installed: ${command}`,
  written: (file: string) => `Systemd unit: ${file}`,
  linger: (account: string) =>
    `It runs while you are signed in to this computer. To keep it running after you sign out, run: loginctl enable-linger ${account}`,
  noSystemd: 'There is no systemd on this machine. Start “holdfast-agent run” with your own tools.',
  noRestart: (isSystem: boolean) =>
    `\nThere is no systemd ${isSystem ? 'on this machine' : 'for your account in this session'}, so the agent does not start again after a restart of the computer. You can`,
  direct:
    '  - sign in to the computer directly, not with su or sudo, and run “holdfast-agent install” again, or',
  askRoot: (account: string) =>
    `  - ask root to run “loginctl enable-linger ${account}”, then run “holdfast-agent install” again, or`,
  cron: (line: string) => `  - start it with cron: run “crontab -e” and add this line:\n      ${line}`,
  cannotCopy: (folder: string, why: string) => `Cannot install the agent in ${folder}: ${why}`,
} as const

export const UPDATE = {
  current: (version: string) => `Version ${version} is up to date.`,
  updated: (from: string, to: string, isRunning: boolean) =>
    `Updated from version ${from} to ${to}.${isRunning ? ' The agent is running again.' : ''}`,
  wentBack: (from: string, to: string, isRunning: boolean) =>
    `Version ${to} did not start. ${isRunning ? `Version ${from} is running again.` : `Version ${from} is installed again. To start it, run “holdfast-agent install”.`}`,
  notSignedIn: 'Updates come from your server. To sign in, run “holdfast-agent login <address>”.',
  downloading: (version: string, url: string) => `Downloading version ${version} from ${url}`,
  packaged:
    'This agent was installed from a Debian package. Install the newer package: apt install ./holdfast-agent_….deb',
  noKey:
    'This agent was not installed with the script of a server, so it has no key to check updates with.\nInstall it with the command on the page /agent of your server. Your sign-in and your folders stay.',
  older: (offered: string, own: string) =>
    `The server offers an older version (${offered}) than this one (${own}). Nothing was changed.\nTo install it anyway, run “holdfast-agent update --older”.`,
  noPermission: (path: string) =>
    `This account has no permission to change ${path}. Run the command as root.`,
  otherKey:
    'The agent on the server is signed with another key than this one. Nothing was changed.\nIf your administrator has a new build key, install the agent again with the command on the page /agent of your server.',
  unreadable:
    'The server offers the agent in a format that this version cannot read. Install the agent again from the page /agent of your server.',
  tooLarge: (address: string) => `${address} is too large. Nothing was changed.`,
  tooLong: (name: string) => `${name} is larger than expected. Nothing was changed.`,
  cutOff: (name: string, why: string) =>
    `The download of ${name} was interrupted (${why}). Nothing was changed. Try again.`,
  damaged: (name: string) => `${name} was damaged during the download. Nothing was changed. Try again.`,
  unreachable: (url: string, why: string) => `Cannot reach ${url}: ${why}`,
  noneOffered: (url: string) => `${url} offers no signed agent.`,
  badStatus: (address: string, status: number) => `${address} returned status ${status}.`,
  notInRelease: (name: string) => `The release on the server does not contain ${name}.`,
  doesNotRun: (why: string) => `The new version does not run on this computer. Nothing was changed.\n${why}`,
  otherName: (name: string) => `The new version reports itself as ${name}. Nothing was changed.`,
} as const

export const DOCTOR = {
  home: 'home folder of the agent',
  signIn: 'sign-in',
  signInHelp: 'not signed in. To sign in, run “holdfast-agent login <address>”',
  line: 'live connection',
  connected: 'connected',
  notConnected: (state: string) => `${state}. Changes are still synced, with a short delay`,
  server: 'server',
  answers: (url: string, fingerprint: string) =>
    `${url} responds, and the sign-in works (certificate ${fingerprint}…)`,
  clock: 'clock',
  apart: (seconds: number) => `${seconds} s difference to the server`,
  clockAndCertificate: (now: string, from: string, to: string) =>
    `the clock shows ${now} (UTC), but the certificate of the server is valid from ${from} to ${to}`,
  folder: (name: string) => `folder of “${name}”`,
  folderOk: 'found, with its marker',
  space: (what: string) => `free space for ${what}`,
  free: (size: string) => `${size} free`,
  watching: 'change notifications',
  allWatched: 'all folders are watched',
  polled: (count: number, limit: string) =>
    `${counted(count, 'folder is', 'folders are')} only checked from time to time. Increase fs.inotify.max_user_watches (now ${limit})`,
} as const
