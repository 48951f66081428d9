import { withoutForbidden } from '@holdfast/api/files/names'
import type { OrganizationId } from '@holdfast/api/ids'
import type { Ctx } from '../../platform/context.ts'
import { NotYet } from '../../platform/jobs/jobs.ts'
import { DEFAULT_LANGUAGE, wordsIn } from '../../platform/messages/catalogue.ts'
import type { Messages } from '../../platform/messages/en/en.ts'
import { organizationLanguage } from '../../records/languages.ts'
import { displayName } from '../../records/people.ts'
import { listNames } from './list-queries.ts'
import { LIST_NAMES } from './lists.ts'
import type { Position } from './position.ts'
import { type ExportRow, holdExport, insertSources, updateExport } from './queries.ts'
import { listSourceRoots, type SourceRoot } from './source-queries.ts'

const LONGEST_NAME = 100

/** Decides which roots an export goes through and what the folder of each is called, and counts what is in them. */
export async function planExport(ctx: Ctx, row: ExportRow): Promise<void> {
  const db = ctx.db.read
  const organizations: OrganizationId[] = JSON.parse(row.organizations)
  const words = wordsIn((await organizationLanguage(db, row.organization_id)) ?? DEFAULT_LANGUAGE).exported
  const names = new UniqueNames(LIST_NAMES)
  const tops = new Map<OrganizationId, string>()
  for (const { id, name } of await listNames(db, organizations)) tops.set(id, names.take('', name))
  const roots = await listSourceRoots(db, organizations)
  const sources = roots.map((root, n) => {
    const place = placeOf(root, words).reduce(
      (folder, name, level, all) =>
        `${folder}${level === all.length - 1 ? names.take(folder, name) : plain(name)}/`,
      `${tops.get(root.organization_id)}/`,
    )
    return { export_id: row.id, number: n, root_id: root.id, folder: place }
  })
  const all = row.versions === 'all'
  const sum = (count: (root: SourceRoot) => number) => roots.reduce((total, root) => total + count(root), 0)
  const position: Position = { ...JSON.parse(row.position), doing: 'files' }
  await ctx.db.write(async (tx) => {
    const now = await holdExport(tx, row.id)
    if (now?.state !== 'waiting') throw new NotYet('The export was canceled', ctx.now())
    await insertSources(tx, sources)
    await updateExport(tx, row.id, {
      state: 'running',
      position: JSON.stringify(position),
      files_total: sum((r) => (all ? r.live_revisions + r.deleted_revisions : r.live_files)),
      bytes_total: sum((r) => (all ? r.live_revision_size + r.deleted_revision_size : r.live_size)),
    })
  })
}

/** The folders that lead to the files of a root. */
function placeOf(root: SourceRoot, words: Messages['exported']): string[] {
  const { root_type, name, description, email } = root
  if (root_type === 'share') return [words.shares, name]
  if (root_type === 'backup') return [words.backups, name, description ?? name]
  const { first_name, last_name } = root
  const person =
    email === null ? name : displayName({ first_name: first_name ?? '', last_name: last_name ?? '', email })
  return [words.people, person]
}

/** As every disk can have it. */
function plain(name: string): string {
  const signs = Array.from(withoutForbidden(name).replace(/\s+/g, ' ').trim()).slice(0, LONGEST_NAME)
  while (['.', ' '].includes(signs.at(-1) ?? '')) signs.pop()
  return signs.join('') || '_'
}

/** Names of which no two in a folder are the same. */
class UniqueNames {
  readonly #taken: Set<string>

  constructor(taken: readonly string[]) {
    this.#taken = new Set(taken.map((name) => `/${name}`))
  }

  take(folder: string, wanted: string): string {
    const name = plain(wanted)
    for (let n = 1; ; n++) {
      const one = n === 1 ? name : `${name} (${n})`
      const key = `${folder}/${one}`.toLowerCase()
      if (this.#taken.has(key)) continue
      this.#taken.add(key)
      return one
    }
  }
}
