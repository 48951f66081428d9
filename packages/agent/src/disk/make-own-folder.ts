import { randomUUID } from 'node:crypto'
import { fchmodSync, fsyncSync, mkdirSync } from 'node:fs'
import { STAGING_FOLDER } from '../core/ignore.ts'
import { isMissing, isTaken } from './errors.ts'
import { openItem } from './identity.ts'
import { OpenFolder } from './open-folder.ts'
import { isOurs, OWN_MODE, OWN_PARTS, OwnFolder } from './own-folder.ts'

/**
 * The folder of the agent's own in a folder that is prepared, made if it is not there. What has its name and is not ours is
 * left alone: then it gets another name, of a kind that is in no tree.
 */
export function openOrMakeOwn(top: OpenFolder): OwnFolder {
  for (let name = STAGING_FOLDER; ; name = `.holdfast-${randomUUID().slice(0, 8)}.tmp`) {
    try {
      mkdirSync(top.at(name), { mode: OWN_MODE })
    } catch (error) {
      if (!isTaken(error)) throw error
    }
    const folder = openIfOurs(top, name)
    if (!folder) continue
    try {
      for (const part of OWN_PARTS) makePart(folder, part)
      fsyncSync(folder.fd)
      return new OwnFolder(folder)
    } catch (error) {
      folder[Symbol.dispose]()
      throw error
    }
  }
}

function openIfOurs(above: OpenFolder, name: string): OpenFolder | undefined {
  let folder: OpenFolder
  try {
    folder = new OpenFolder(above.at(name))
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
  if (folder.device !== above.device || !isOurs(openItem(folder.fd))) {
    folder[Symbol.dispose]()
    return undefined
  }
  fchmodSync(folder.fd, OWN_MODE)
  return folder
}

function makePart(own: OpenFolder, name: string): void {
  try {
    mkdirSync(own.at(name), { mode: OWN_MODE })
  } catch (error) {
    if (!isTaken(error)) throw error
  }
  using part = new OpenFolder(own.at(name))
  fchmodSync(part.fd, OWN_MODE)
}
