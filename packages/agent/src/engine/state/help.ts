import type { ProblemReason } from './status.ts'

/** What would help, for anyone who reads the status. */
export const HELP: Record<ProblemReason, string> = {
  name_refused: 'Rename it: the service, or another system, cannot hold this name.',
  too_deep: 'Move it up: at most 128 folders can lie inside each other. It stays on this device until then.',
  extension_excluded: 'Files with this extension are not synced here. Rename it, or ask an administrator.',
  too_large: 'The file is larger than files may be here. Make it smaller, or ask an administrator.',
  quota: 'There is no room left on the service. Delete something there, or ask an administrator for more.',
  locked: 'Someone else has locked it. It is sent as soon as the lock is gone.',
  read_only: 'You may look at this root, not change it. What you did stays on this device only.',
  disk_full: 'The disk is full. Make room: what is missing then comes by itself.',
  disk_denied: 'The agent may not read or write this. Change the permissions of it, or of its folder.',
  disk_busy: 'Another program holds it. Close it there.',
  disk_broken: 'The disk reports errors. Check it.',
  other_volume:
    'Another disk is mounted here, and it is not synced. The rest of the folder is. Unmount it to continue here.',
  being_written: 'A program keeps writing to it. It is synced when that is over.',
  in_the_way: 'Something on this device has this name and is not synced, such as a link. Rename or move it.',
  name_clash: 'Another item has its name on the service. Rename one of the two, or delete one.',
  undecided:
    'The agent could not decide what this item belongs to, and tries again. If this stays, report it as a bug.',
  rules_waiting:
    'Check the file, then run “holdfast-agent rules --accept”. Until then, the previous rules apply on this device.',
  name_ignored: 'It stays on the service. To have it on this device, rename it there.',
  listed: 'It stays on the service. To have it on this device, change .holdfastignore.',
  not_sent: 'They stay on this device. To upload them, change .holdfastignore.',
  refused: 'The service does not accept it. The reason it gave is in brackets and in the log of the agent.',
}
