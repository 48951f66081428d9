import { existsSync } from 'node:fs'
import path from 'node:path'

/** Whether this is an installed package, which has a command of its own beside the program, and no npm. */
const isPackaged = existsSync(path.join(import.meta.dirname, '../bin/holdfast'))

/** What people type before the name of a command. */
export const CALLED_AS = isPackaged ? 'holdfast' : 'npm start --'

/** The first lines of the help. */
export const USAGE = isPackaged
  ? 'Usage: holdfast [--env-file <file>] <command>'
  : `Usage: npm start                                      start the server
       npm start -- [--env-file <file>] <command>
       npx holdfast [--env-file <file>] <command>`
