import { createHash } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { isSea } from 'node:sea'
import { INSTALL } from '../words/program.ts'
import { COMMAND, commandFolder, isPackaged, Place, programFile } from './place.ts'
import { UserError } from './user-error.ts'
import { VERSION } from './version.ts'

/** The text of packaging/agent/holdfast-agent, which starts a version by the Node beside it. The build puts it here. */
declare const HOLDFAST_STARTER: string | undefined
const STARTER = typeof HOLDFAST_STARTER === 'undefined' ? undefined : HOLDFAST_STARTER

/**
 * Gives the command that starts this agent for good. One that was started from anywhere else, such as a folder of downloads, is
 * copied into a place of its own first: a tidy person would end it at the next start. Undefined where sources run.
 */
export function settleIn(isSystem: boolean): string | undefined {
  if (isPackaged()) return path.join('/usr/bin', COMMAND)
  const own = Place.find()
  if (own) return own.command
  if (!isSea() && STARTER === undefined) return undefined
  const place = Place.usual(isSystem)
  try {
    place.makeCurrent(copyTo(place))
    linkCommand(place, isSystem)
  } catch (error) {
    throw new UserError(INSTALL.cannotCopy(place.folder, (error as Error).message))
  }
  return place.command
}

function copyTo(place: Place): string {
  const program = programFile()
  const id = `${VERSION}-${createHash('sha256').update(readFileSync(program)).digest('hex').slice(0, 12)}`
  const folder = place.version(id)
  mkdirSync(folder, { recursive: true })
  if (isSea()) copyFileSync(program, path.join(folder, COMMAND))
  else {
    copyFileSync(program, path.join(folder, 'holdfast-agent.mjs'))
    writeFileSync(path.join(folder, COMMAND), STARTER ?? '', { mode: 0o755 })
    rmSync(path.join(folder, 'node'), { force: true })
    symlinkSync(process.execPath, path.join(folder, 'node'))
  }
  return id
}

/** What is there already and is no link belongs to somebody else. */
function linkCommand(place: Place, isSystem: boolean): void {
  const folder = commandFolder(isSystem)
  const link = path.join(folder, COMMAND)
  if (existsSync(link) && !lstatSync(link).isSymbolicLink()) return
  mkdirSync(folder, { recursive: true })
  rmSync(link, { force: true })
  symlinkSync(place.command, link)
}
