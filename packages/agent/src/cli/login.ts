import type { Command } from './command.ts'

export const login: Command = {
  usage: ['login <address> [--email <address>] [--folder <folder>]'],
  does: 'sign this device in to a service',
  more: `  --email <address>      who signs in; asked for if it is not given
  --password-stdin       read the password from the standard input
  --code <digits>        the code of two-step verification
  --browser              sign in on a page of the service instead
  --folder <folder>      keep all roots of this device in folders in this one
  --name <name>          what this device is called; the computer's name, usually
  --ca <file>            trust the certificate authorities in this file, too
  --fingerprint <hex>    trust the one certificate with this SHA-256, and no other`,
  options: {
    email: { type: 'string' },
    'password-stdin': { type: 'boolean' },
    code: { type: 'string' },
    browser: { type: 'boolean' },
    folder: { type: 'string' },
    name: { type: 'string' },
    ca: { type: 'string' },
    fingerprint: { type: 'string' },
  },
  run: async (call) => {
    // Most commands need nothing of what this does.
    const { signInHere } = await import('./sign-in-here.ts')
    return signInHere(call)
  },
}
