import { fsyncSync, rmSync } from 'node:fs'
import { MARKER_FILE } from '../core/ignore.ts'
import { findMarker, type Marker } from './marker.ts'
import { OpenFolder } from './open-folder.ts'

/**
 * Takes the marker out of a folder that is kept equal to a root no longer, so that it, what is in it and what it is in can be
 * used for another. Its files stay. Nothing is done to a folder that is not there, or another one by now.
 */
export function letGo(folder: string, marker: Marker): void {
  try {
    using top = new OpenFolder(folder)
    if (top.identity !== marker.identity || findMarker(top)?.folder !== marker.folder) return
    rmSync(top.at(MARKER_FILE), { force: true })
    fsyncSync(top.fd)
  } catch {
    // A marker that stays is known by its number when the folder is used again.
  }
}
