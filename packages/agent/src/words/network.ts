/** Signing in, and why a server cannot be reached. */
export const FAILURES: Readonly<Record<string, (host: string) => string>> = {
  ENOTFOUND: (host) => `Cannot find the server ${host}. Check the address and your connection.`,
  EAI_AGAIN: (host) => `Cannot look up ${host} at the moment. Check your connection.`,
  ECONNREFUSED: (host) =>
    `${host} refused the connection. Check the address, and whether the server is running.`,
  ECONNRESET: (host) => `${host} closed the connection. Check the address.`,
  ENETUNREACH: (host) => `Cannot connect to ${host}. Check your network.`,
  EHOSTUNREACH: (host) => `Cannot connect to ${host}. Check your network.`,
  ETIMEDOUT: (host) => `${host} does not respond. Check the address and your connection.`,
  EPROTO: (host) => `${host} does not support https. Check the address and the port.`,
  CERT_HAS_EXPIRED: (host) => `The certificate of ${host} has expired.`,
  CERT_NOT_YET_VALID: (host) =>
    `The certificate of ${host} is not valid yet. Check the clock of this computer.`,
  ERR_TLS_CERT_ALTNAME_INVALID: (host) => `The certificate is not for the address ${host}.`,
}

export const CONNECTION = {
  noAnswer: (url: string) => `${url} does not respond.`,
  noCertificate: (host: string) => `${host} has no certificate.`,
  otherCertificate: 'The certificate of the server is not the one that you confirmed.',
  otherFingerprint: (shown: string) => `The certificate of the server has another fingerprint: ${shown}`,
  signedOut: 'The server has signed out this device.',
  signedOutMeanwhile: 'This device was signed out in the meantime.',
} as const

export const SIGN_IN = {
  httpsOnly: 'Only https addresses are supported, to protect your password and files.',
  notAnAddress: (given: string) => `“${given}” is not an address. Example: https://files.example.com`,
  unreadable: (file: string, why: string) => `Cannot read ${file}: ${why}`,
  unknownCertificate: (url: string, fingerprint: string) =>
    `This computer does not trust the certificate of ${url}. Its SHA-256 fingerprint is\n  ${fingerprint}`,
  giveFingerprint: (fingerprint: string) =>
    `Compare it with the fingerprint of the server. If it is the same, add: --fingerprint ${fingerprint}`,
  isItTheSame: 'Compare it with the fingerprint of the server. Is it the same? (yes/no) ',
  no: 'Not signed in.',
  email: 'Email: ',
  password: 'Password: ',
  passwordFor: (email: string) => `Password for ${email}: `,
  code: 'Two-step verification code: ',
  wrongPassword: 'The email address or password is incorrect.',
  wrongCode: 'That code is incorrect.',
  openPage: (page: string) => `Open this page in a browser on this computer:\n  ${page}`,
  done: (email: string | undefined) => (email ? `Signed in as ${email}.` : 'Signed in.'),
  whichFolder: 'Sync your files to which folder? ',
  noFolder:
    'To see what you can sync, run “holdfast-agent roots”. To sync it, run “holdfast-agent roots add <root> <folder>”.',
  synced: (name: string, folder: string | null) => `“${name}” is synced with ${folder}`,
  notSynced: (name: string, why: string) => `“${name}” is not synced: ${why}`,
  next: 'To keep your files synced, run “holdfast-agent install”. To sync only once, run “holdfast-agent sync”.',
  noTerminal: (question: string) => `There is no terminal to ask for: ${question}`,
  noInput: 'Expected the password on standard input, but got nothing.',
  /** In the browser. */
  page: {
    notFound: 'Page not found.',
    refused: 'This computer was not signed in. You can close this page.',
    refusedWhy: (why: string) => `The sign-in was refused: ${why}.`,
    done: 'This computer is being signed in. You can close this page.',
  },
} as const
