/** What the command line says before a command runs, when the service starts, and when it cannot. */
export const USING = {
  unknown: (command: string, likely: string | undefined) =>
    `Unknown command “${command}”. ${likely ? `Did you mean “${likely}”? ` : ''}Run “holdfast help” for a list of commands.`,
  noArguments: (name: string) =>
    `“${name}” takes no arguments. Run “holdfast help ${name}” for more information.`,
  usage: (usage: string) => `Usage: ${usage}`,
  noEnvFile: 'Missing file name: --env-file <file>',
  badEnvFile: (file: string, why: string) => `Cannot read the settings in ${file}: ${why}`,
} as const

export const START = {
  runningAt: (address: string) => `Holdfast is running at ${address}`,
  howToStop: 'press Ctrl-C to stop it',
  metricsAt: (address: string) => `Metrics: ${address}`,
  firstAccountIn: (file: string) => `The first account and its password are in ${file}`,
  firstAccountNotWritten: (file: string, calledAs: string) =>
    `Cannot write the first account to ${file}. To set a new password, run: ${calledAs} admin reset-password <email>`,
} as const

export const FIRST_SIGN_IN = {
  address: (address: string) => `Address:   ${address}`,
  account: (email: string) => `Email:     ${email}`,
  password: (password: string | undefined) =>
    `Password:  ${password ?? 'the one set in HOLDFAST_ADMIN_PASSWORD'}`,
  aboutPassword: (isGenerated: boolean, calledAs: string) =>
    isGenerated
      ? `The password is shown only once. To get a new one, run: ${calledAs} admin reset-password <email>`
      : 'HOLDFAST_ADMIN_PASSWORD is no longer needed. You can remove it.',
  masterKey: (file: string) => [
    `Master key: ${file}`,
    'Keep a copy of it, separate from the backups. Without it, neither the service nor a backup can be started again.',
  ],
  fingerprint: (fingerprint: string) => [
    `Backup fingerprint: ${fingerprint}`,
    'Write it down. It proves that a backup was made by this installation.',
  ],
  nextSteps: (address: string) => [
    'Next steps:',
    `1. Open ${address} in your browser and sign in.`,
    '2. Keep the master key and the fingerprint somewhere safe.',
    `3. Add people and set up backups. The documentation is at ${address}/docs`,
  ],
} as const

export const CANNOT_START = {
  settings: (problems: string) => `Holdfast cannot start. Fix these settings:\n${problems}`,
  unexpected: 'Holdfast stopped because of an unexpected error:',
  unreachable: (why: string) => `Cannot reach a server from the settings: ${why}.`,
  databaseFile: (why: string) =>
    `Cannot use the database file: ${why}. Check HOLDFAST_DATABASE_URL and HOLDFAST_DATA_DIR.`,
  postgres: (why: string) => `PostgreSQL returned an error: ${why}. Check HOLDFAST_DATABASE_URL.`,
  diskFull: (why: string) => `The disk is full: ${why}.`,
  file: (why: string) => `Cannot use a file or folder: ${why}.`,
  portTaken: (where: string) =>
    `Another program is already using ${where}. Stop it, or set HOLDFAST_PORT to a free port.`,
  portDenied: (where: string) =>
    `This account is not allowed to use ${where}. Set HOLDFAST_PORT to a port above 1023.`,
  noSuchAddress: (address: string) =>
    `${address} is not an address of this machine. Set HOLDFAST_HOST to one of its addresses.`,
  listen: (where: string, why: string) => `Cannot listen on ${where}: ${why}.`,
} as const
