import { fsyncSync, futimesSync } from 'node:fs'
import type { Instant } from '@holdfast/api/time'
import type { Seen } from '../ports/disk.ts'
import { isDenied } from './errors.ts'
import { openItem, secondOf } from './identity.ts'
import type { OpenFolder } from './open-folder.ts'
import { withSeen } from './open-item.ts'

/** Sets the time of change of a file that is as it was seen, and gives the one that it has then. */
export const setTime = (folder: OpenFolder, file: Seen, modified: Instant): { modified: Instant | null } =>
  withSeen(folder, file, (fd, { atimeMs }) => {
    try {
      futimesSync(fd, atimeMs / 1000, modified / 1000)
      const set = secondOf(openItem(fd))
      // That takes a while, in which somebody may set another time: it is not the one that was set here.
      fsyncSync(fd)
      return { modified: set }
    } catch (error) {
      // Only its owner may: for a time alone nobody is asked to do something.
      if (!isDenied(error)) throw error
      return { modified: secondOf(openItem(fd)) }
    }
  })
