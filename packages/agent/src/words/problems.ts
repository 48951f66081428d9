/** Why an item is not synced, and what to do about it. A detail, such as the name of a person, goes between the two. */
export const PROBLEMS = {
  name_refused: ['This name is not allowed on the server', 'Rename it.'],
  too_deep: [
    'It is inside more than 128 folders',
    'Move it to a folder higher up. Until then, it stays on this device only.',
  ],
  extension_excluded: ['Files of this type are not allowed', 'Rename it, or ask an administrator.'],
  too_large: ['The file is too large', 'Make it smaller, or ask an administrator.'],
  quota: [
    'There is not enough space on the server',
    'Delete files there, or ask an administrator for more space.',
  ],
  locked: ['Someone else has locked it', 'It is uploaded as soon as the lock is removed.'],
  read_only: ['You can only view files here', 'Your change stays on this device.'],
  disk_full: ['The disk of this device is full', 'Free up space. Syncing then continues automatically.'],
  disk_denied: [
    'The agent has no permission to read or write it',
    'Change the permissions of the file or its folder.',
  ],
  disk_busy: ['Another program is using it', 'Close it in that program.'],
  disk_broken: ['The disk reports errors', 'Check the disk.'],
  other_volume: ['Another disk is mounted here', 'It is not synced. To sync this folder, unmount the disk.'],
  being_written: ['A program is still writing to it', 'It is synced as soon as the program has finished.'],
  in_the_way: [
    'Something on this device that is not synced, such as a link, has the same name',
    'Rename or move it.',
  ],
  name_clash: ['Another item on the server has the same name', 'Rename or delete one of the two.'],
  undecided: [
    'The agent could not decide which item on the server it belongs to',
    'It tries again automatically. If this message stays, please report it as a bug.',
  ],
  rules_waiting: [
    'Someone changed .holdfastignore, and this affects files here',
    'Check the file, then run “holdfast-agent rules --accept”. Until then, the previous rules apply on this device.',
  ],
  name_ignored: [
    'Items with this name are not synced',
    'It stays on the server. To sync it to this device, rename it there.',
  ],
  listed: [
    'It is excluded by .holdfastignore',
    'It stays on the server. To sync it to this device, change .holdfastignore.',
  ],
  not_sent: [
    'It excludes files on this device',
    'They stay on this device. To upload them, change .holdfastignore.',
  ],
  refused: ['The server refused it', 'The log of the agent has more details.'],
} as const satisfies Record<string, readonly [reason: string, help: string]>

export const reasonOf = (code: keyof typeof PROBLEMS, detail: string | null): string =>
  `${PROBLEMS[code][0]}${detail ? ` (${detail})` : ''}.`

export const helpWith = (code: keyof typeof PROBLEMS): string => PROBLEMS[code][1]

/** One sentence after the other: what is wrong, and what helps. */
export const problemInWords = (code: keyof typeof PROBLEMS, detail: string | null): string =>
  `${reasonOf(code, detail)} ${helpWith(code)}`
