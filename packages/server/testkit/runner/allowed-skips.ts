const SOAK = 'takes long; npm run soak runs it'
const FIREFOX = 'wants another browser, which only npm run soak installs'
const PICTURES = 'makes pictures to look at; npm run pictures runs it'
const ROOT = 'only root can mount a small disk or take rights away from itself'
const FILE_SYSTEM = 'needs a file system with immutable files'
const PROGRAM = 'needs a program that is not installed everywhere'

/** A test that may be left out, and why. Every other one that is left out fails the run. */
export interface AllowedSkip {
  file: string
  /** Of the test or of its group. */
  name: string
  why: string
  /** Left out of every `npm test`: one that is not is no longer to be listed. Others depend on the machine. */
  always: boolean
}

const always = (why: string, file: string, name: string): AllowedSkip => ({ file, name, why, always: true })
const here = (why: string, file: string, name: string): AllowedSkip => ({ file, name, why, always: false })

const SERVER = 'packages/server/src'
const AGENT = 'packages/agent/src'
const WEB = 'packages/web/journeys'

export const ALLOWED_SKIPS: readonly AllowedSkip[] = [
  always(SOAK, 'meta/installed.test.ts', 'on a fresh Debian machine without Node'),
  always(SOAK, `${AGENT}/cli/binary.test.ts`, 'the agent as a program of its own'),
  always(SOAK, 'packages/agent/testkit/sim/mutants.test.ts', 'in many lives'),
  always(
    SOAK,
    `${SERVER}/access/privacy-calls.test.ts`,
    'bring to light an operation that forgets to ask who calls',
  ),
  always(SOAK, `${SERVER}/service/backup/faults.test.ts`, 'a store with a fault'),
  always(SOAK, `${SERVER}/service/backup/faults.test.ts`, 'a store without a fault'),
  always(SOAK, `${SERVER}/service/backup/kills.test.ts`, 'backups, restores and moves that are killed'),
  always(SOAK, `${SERVER}/service/backup/load.test.ts`, 'a backup of much'),
  always(SOAK, `${SERVER}/service/faults/level.test.ts`, 'the memory of a server in use'),
  always(SOAK, `${SERVER}/service/faults/stopping.test.ts`, 'ends as a process, too'),
  always(FIREFOX, `${WEB}/firefox.test.ts`, 'the app in Firefox'),
  always(SOAK, `${WEB}/uploads.test.ts`, 'of thousands leave the page free for other things'),
  always(SOAK, `${WEB}/walk.test.ts`, 'a walk through the app'),
  always(PICTURES, `${WEB}/pictures.test.ts`, 'pictures of the app'),
  always(PICTURES, `${WEB}/pictures-console.test.ts`, 'pictures of the admin console'),
  always(PICTURES, `${WEB}/pictures-time.test.ts`, 'pictures of the past'),
  here(PROGRAM, 'meta/packages.test.ts', 'have a unit that systemd understands and finds well guarded'),
  here(
    PROGRAM,
    'meta/packages.test.ts',
    'has units that systemd understands, for people and for file servers',
  ),
  here(PROGRAM, `${SERVER}/platform/tls/self-signed.test.ts`, 'is trusted by openssl, also at its strictest'),
  here(ROOT, `${SERVER}/platform/blobs/blob-store.test.ts`, 'blobs on a full disk'),
  here(ROOT, `${SERVER}/service/faults/disk-full.test.ts`, 'a service whose disk is full'),
  here(ROOT, `${AGENT}/disk/trouble.test.ts`, 'a small disk'),
  here(ROOT, `${AGENT}/disk/trouble.test.ts`, 'a folder that may not be changed'),
  here(FILE_SYSTEM, `${AGENT}/disk/trouble.test.ts`, 'refuses, and so does a file'),
  here(
    FILE_SYSTEM,
    `${SERVER}/service/backup/moved.test.ts`,
    'is moved though it cannot be marked, which is told',
  ),
  here(ROOT, `${AGENT}/cli/ends.test.ts`, 'that is full tells so, and gets the rest once there is room'),
  here(
    ROOT,
    `${AGENT}/cli/ends.test.ts`,
    'that can only be read tells so, and changes nothing on the service',
  ),
]
