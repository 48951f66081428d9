import { isInSync } from '@holdfast/api/devices/agent-channel'
import { MAX_DEVICE_PATH, MAX_LISTED } from '@holdfast/api/devices/device-fields'
import type { DeviceStatus } from '@holdfast/api/devices/machines'
import type { RootHere } from './device.ts'
import { whyOf } from './why-of.ts'
import { within } from './within.ts'

const LISTED_BYTES = 256 * 1024
/** Of all roots together: the answer is one frame. */
const PROBLEM_BYTES = 512 * 1024

const MAX_REASON = 1000

const fits = ({ path }: { path: string }): boolean => path.length <= MAX_DEVICE_PATH

/** What this device answers to `status`. What does not fit into an answer is left out; `synced` counts it all the same. */
export function statusAnswer(roots: readonly RootHere[]): DeviceStatus {
  const listed = roots.slice(0, MAX_LISTED)
  const bytes = Math.floor(PROBLEM_BYTES / Math.max(1, listed.length))
  const isSynced = ({ status, why }: RootHere) => why === null && isInSync(status.state)
  return {
    subscriptions: within(
      listed.map((root) => ({
        rsub_id: root.rsubId,
        synced: isSynced(root),
        synced_folder: root.folder,
        excl_files: within(
          [
            // Of the whole root.
            ...(root.why === null ? [] : [{ path: '/', reason: root.why.slice(0, MAX_REASON) }]),
            ...root.status.problems
              .filter(fits)
              .map((problem) => ({ path: problem.path, reason: whyOf(problem) })),
          ],
          {
            count: MAX_LISTED,
            bytes,
          },
        ),
      })),
      { count: MAX_LISTED, bytes: LISTED_BYTES + PROBLEM_BYTES },
    ),
    synced: roots.every(isSynced),
    transfers: within(
      roots.flatMap(({ rootId, status }) =>
        status.transfers
          .filter(fits)
          .map(({ path, direction, size, done }) => ({ root_id: rootId, path, direction, size, done })),
      ),
      { count: MAX_LISTED, bytes: LISTED_BYTES / 2 },
    ),
  }
}
