import { formatsOf } from '../intl/formats.ts'

const { size } = formatsOf('en')

/** How to get files onto a computer. */
export const agent = {
  title: 'Sync files to your computer',
  lead: 'The Holdfast agent keeps a folder on your computer and your files on the server in sync, in both directions. It runs on Linux (x64 and arm64).',
  notHere: (system: string) => `The agent doesn’t run on ${system} yet. It runs on Linux (x64 and arm64).`,
  browserWorks: 'Use your browser instead: open, upload, share and restore your files there, on any device.',
  openBrowser: 'Open in your browser',
  onLinux: 'Install it on a Linux computer',
  otherWays: 'Other ways to install',
  paste: 'Open a terminal on the computer, paste this line, and press Enter:',
  copy: 'Copy',
  copied: 'Copied',
  noCurl: 'No curl?',
  enter:
    'Enter your email address, your password, and the folder for your files. To use the suggested folder, just press Enter.',
  done: (status: string, open: string) =>
    `The terminal shows which folder is synced with your files. Add a file to that folder, and it shows up on the server within seconds. Run ${status} to check the progress, or ${open} to open a status page in your browser.`,
  selfSigned:
    'This server uses a self-signed certificate, so browsers warn about it. Ask your administrator for the SHA-256 fingerprint and check that it matches the one below. The line above accepts only this certificate:',
  downloadAgent: 'Download the agent. It needs Node 24:',
  signIn: 'Sign in. It asks where to keep your files:',
  start: 'Start it, now and whenever you sign in to the computer:',
  script: 'script',
  aboutScript: (script: string) =>
    `The ${script} checks everything it downloads and installs the agent for your account, with the Node that it needs. Run it as root to install it for a file server.`,
  byHand: 'To install it by hand, or to compare:',
  forNode: 'For Linux with Node 24',
  program: (architecture: string) => `One program, for Linux on ${architecture}`,
  buildKey: 'Build key',
  size,
}
