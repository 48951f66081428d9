import { encodeAttributes } from '../../src/core/backup-meta.ts'
import type { Chance } from '../sim/chance.ts'

/** What a hostile service says next, drawn. `paths` are folders of the device, most of which it must not touch. */
export class DrawnFrames {
  readonly #chance: Chance
  readonly #paths: readonly string[]
  #made = 0

  constructor(chance: Chance, paths: readonly string[]) {
    this.#chance = chance
    this.#paths = paths
  }

  next(): string {
    const draw = this.#chance.pick([
      this.#config,
      this.#config,
      this.#command,
      this.#command,
      this.#news,
      this.#junk,
    ])
    const frame = draw()
    if (typeof frame === 'string') return frame
    return JSON.stringify(this.#chance.happens(0.4) ? this.#damaged(frame) : frame)
  }

  #number = (): number => this.#chance.pick([1, 2, 3, 4, 5, 12, Number.MAX_SAFE_INTEGER])
  #flag = (): boolean => this.#chance.happens(0.5)

  #path = (): string =>
    this.#chance.pick([
      ...this.#paths,
      ...this.#paths.map((path) => `${path}/../${this.#name()}`),
      ...['/etc/cron.d', '/', '', '.', '..', '\\\\host\\x', '//host/x', 'C:\\x', `/${'x/'.repeat(1000)}`],
    ])

  #name = (): string =>
    this.#chance.pick([
      ...['a', 'Files', '..', '../../x', '.ssh', 'way-out', '/etc/passwd', '', '\0', 'CON', '.holdfast-root'],
      ...['settings.json', 'x'.repeat(5000), '\u202Etxt.exe', 'a/b', 'a\\b', '\ud800', '.holdfast-tmp'],
    ])

  #askedBy = () => ({ person_id: this.#number(), name: this.#name(), own: this.#flag() })

  #several = <T>(make: () => T): T[] => Array.from({ length: this.#chance.below(4) }, make)

  #config = (): object => {
    const root = () => ({ rsub_id: this.#number(), root_id: this.#number() })
    const wish = () => ({ sealed: null, path: this.#path(), asked_by: this.#askedBy() })
    return {
      ...{ t: 'config', ver: `v${++this.#made}`, machine_id: 7, epoch: this.#chance.pick(['e1', 'e2']) },
      roots: this.#several(() => ({
        ...root(),
        ...{ name: this.#name(), auto_lock: this.#flag(), read_only: this.#flag() },
        source: this.#chance.pick(['own', 'share']),
      })),
      mappings: this.#several(() => ({
        ...{ ...root(), ...wish(), mapping_id: this.#number(), name: this.#name(), auto_lock: this.#flag() },
      })),
      backups: this.#several(() => ({ ...root(), ...wish(), name: this.#name(), schedule: null })),
      leaving: this.#several(() => ({ ...root(), remove_files: this.#flag(), job_id: null })),
      restores: this.#several(() => ({
        ...{ ...wish(), job_id: this.#number(), root_id: this.#number() },
        ...{ as_of_seq: this.#chance.pick([null, 0, 4]), overwrite: this.#flag() },
        ...(this.#flag() && { folder_id: this.#number() }),
      })),
      throttle: [],
      policy: {
        ...{ backups_enabled: true, excluded_extensions: '', locked_extensions: this.#name() },
        ...{ max_file_size: this.#number(), require_mobile_lock: false },
        ...{ user_lock_files: true, user_overwrite_collisions: false },
      },
      settings: {
        manual_collisions: this.#flag(),
        health_report_period_minutes: this.#chance.pick([null, 0, 1]),
      },
    }
  }

  /** Nearly as long as a frame may be. */
  longConfig = (): string =>
    JSON.stringify({ ...this.#config(), ver: `v${++this.#made}`, later: Array(30_000).fill('x'.repeat(100)) })

  #command = (): object => ({
    ...{ t: 'command', id: `c${++this.#made}` },
    kind: this.#chance.pick(['ls', 'map', 'backup', 'restore', 'status', 'run', '__proto__', 'constructor']),
    args: { path: this.#path(), root_id: this.#number(), asked_by: this.#askedBy() },
  })

  #news = (): object => ({ t: 'news', root_id: this.#number(), seq: this.#number() })

  #junk = (): string =>
    this.#chance.pick([
      ...['', '{', 'null', '[]', '"t"', '{"t":"welcome"}', '{"t":"welcome","machine_id":7,"epoch":"e2"}'],
      ...[`{"t":${'['.repeat(20_000)}${']'.repeat(20_000)}}`, `{"t":"${'x'.repeat(900_000)}"}`],
      JSON.stringify({ t: 'news', root_id: 1, seq: 1, more: Array(20_000).fill('xxxx') }),
    ])

  /** The same with one thing in it that does not belong there. */
  #damaged(frame: object): object {
    const copy = structuredClone(frame) as Record<string, unknown>
    let at = copy
    for (;;) {
      const key = this.#chance.pick(Object.keys(at))
      const inner = at[key]
      if (typeof inner === 'object' && inner !== null && Object.keys(inner).length > 0 && this.#flag()) {
        at = inner as Record<string, unknown>
        continue
      }
      at[key] = this.#chance.pick<unknown>([
        null,
        5,
        -1,
        1e300,
        '',
        [],
        {},
        { toString: 1 },
        'x'.repeat(10_000),
        [[[]]],
        true,
      ])
      return copy
    }
  }

  /** What it answers to a request. Some of it makes sense, so that the agent goes further. */
  answer(path: string): { status: number; body: unknown } {
    if (path.startsWith('/oauth/token'))
      return {
        status: 200,
        body: { access_token: 'a', refresh_token: 'r', expires_in: 3600, token_type: 'Bearer' },
      }
    const status = this.#chance.pick([200, 200, 200, 200, 206, 400, 404, 409, 500])
    if (this.#chance.happens(0.1))
      return { status, body: this.#chance.pick([null, [], 5, 'x', {}, { results: {} }, { results: [null] }]) }
    const entries = this.#several(this.#entry)
    const common = { epoch: this.#chance.pick(['e1', 'e2']), seq: this.#number(), cursor: 'c', next: null }
    return { status, body: { ...common, results: entries, changes: entries, missing: [], chunks: [], id: 3 } }
  }

  #entry = (): object => {
    const isFolder = this.#flag()
    const meta = { mode: 0o6777, uid: 0, gid: 0, mtime: 1n, link: !isFolder && this.#flag() }
    return {
      ...{ entry_id: this.#number(), parent_id: this.#chance.pick([0, 1, 2, 3]), name: this.#name() },
      ...{ kind: isFolder ? 'folder' : 'file', ver: this.#number(), seq: this.#number() },
      ...{ revision_id: isFolder ? null : 4, size: this.#chance.pick([0, 5, Number.MAX_SAFE_INTEGER]) },
      ...{ content: isFolder ? null : 'f'.repeat(64), modified: '2027-01-31T12:00:00' },
      ...{ created: '2027-01-31T12:00:00', is_deleted: this.#flag(), lock: null, is_change: true },
      meta: this.#chance.pick([null, 'x', encodeAttributes(meta)]),
    }
  }
}
