import type { Command } from './command.ts'

export const login: Command = {
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
