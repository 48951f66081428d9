import { getOwnPerson } from '@holdfast/api/accounts/people'
import { ApiClientError } from '@holdfast/api/client'
import { uploadToFolder, uploadToRoot } from '@holdfast/api/files/files'
import type { EntryId, OrganizationId, RootId } from '@holdfast/api/ids'
import type { Someone, World } from '@holdfast/server/testkit/servers/world'

/** One that is too faint on its own tint, and one that is too faint on white. */
const COLORS = ['#0a7f5a', '#ffe97a']

/** Follows what people are called: long, and from right to left. */
export const HOSTILE_SURNAME = ' von der Oberwittelsbach-Großkönigsdorf أحمد'

/** Names that lists have trouble with. They come last, after whatever a journey has in its folder. */
export const HOSTILE_NAMES = [
  `zz${'Z'.repeat(249)}.txt`,
  `zz ${'of all the quays '.repeat(14)}`.slice(0, 250).trim(),
  'תוכניות רצפה.pdf',
  '👩‍👩‍👧‍👦 🏳️‍🌈 family.jpg',
  'z̷̛̩͉a̸̳͌͝l̵̦̈́͠g̴̭͆o̶̱͂.txt',
  'zz &lt;b&gt;bold&lt;&#47;b&gt; &amp; {{name}}.md',
]

/** What a journey has made itself. */
export const isOwn = ({ name }: { name: string }): boolean => !HOSTILE_NAMES.includes(name)

const done = new WeakMap<World, Set<string>>()

/**
 * What someone is about to see is as hard to show as can be: the folder at an address has names of all kinds in it, the
 * organization a colour of its own.
 */
export async function makeHostile(world: World, email: string, address: string): Promise<void> {
  const someone = world.people.get(email)
  if (!someone) return
  const before = done.get(world) ?? new Set()
  done.set(world, before)
  const { company_id } = await someone.call(getOwnPerson, {})
  if (!before.has(`organization ${company_id}`)) await colour(world, company_id)
  before.add(`organization ${company_id}`)
  const folder = folderAt(address, someone)
  if (!folder || before.has(`folder ${folder.join()}`)) return
  before.add(`folder ${folder.join()}`)
  await fill(someone, ...folder)
}

const colour = (world: World, id: OrganizationId): Promise<void> =>
  world.changeOrganization(id, { brand_color: COLORS[id % COLORS.length] ?? null })

function folderAt(address: string, { rootId }: Someone): [RootId, EntryId] | undefined {
  if (address === '/') return [rootId, 0 as EntryId]
  const [, root, folder] = /^\/files\/(\d+)\/(\d+)$/.exec(address) ?? []
  return root === undefined ? undefined : [Number(root) as RootId, Number(folder) as EntryId]
}

/** Not everyone may add anything everywhere. */
async function fill(someone: Someone, root_id: RootId, folder_id: EntryId): Promise<void> {
  for (const name of HOSTILE_NAMES) {
    const file = { name, bytes: new Blob([name.slice(0, 2)]) }
    try {
      if (folder_id === 0) await someone.call(uploadToRoot, { root_id, file })
      else await someone.call(uploadToFolder, { root_id, folder_id, file })
    } catch (error) {
      if (error instanceof ApiClientError && error.status < 500) return
      throw error
    }
  }
}
