import { getOwnPerson } from '@holdfast/api/accounts/people'
import { Client } from '@holdfast/api/client'
import { applyBulk, type BulkAction } from '@holdfast/api/files/file-bulk'
import { createFolderInRoot, listRootChildren } from '@holdfast/api/files/files'
import { undoChanges } from '@holdfast/api/files/history-undo'
import type { EntryId, RootId } from '@holdfast/api/ids'
import { startAlone } from './alone.ts'
import { Sender } from './batches.ts'
import { ACCOUNT } from './holdfast.ts'
import type { Options } from './options.ts'
import { cpuMs } from './process-cost.ts'
import { summarizeProfiles } from './profile.ts'
import { formatSpread, renderTable } from './table.ts'

const FILES = { full: 10_000, quick: 2000 }

/** What it costs to delete, restore and move everything in a large folder, in steps as the app does it. */
export async function benchBulk(options: Options, signal: AbortSignal): Promise<string> {
  await using resources = new AsyncDisposableStack()
  const { server } = await startAlone(options, signal, resources)
  const files = options.quick ? FILES.quick : FILES.full
  const client = new Client({ baseUrl: server.url })
  await client.signIn(ACCOUNT.email, ACCOUNT.password)
  const root_id = (await client.call(getOwnPerson, {})).root_id as RootId
  console.error(`… ${files} files`)
  await (await Sender.of(server.url)).send('from', files)
  const { results } = await client.call(listRootChildren, { root_id })
  const from = results.find(({ name }) => name === 'from')?.id ?? (0 as EntryId)
  const { id: to } = await client.call(createFolderInRoot, { root_id, name: 'to' })
  const measured = new Map<string, { cpu: number[]; longest: number[] }>()
  const measure = async (name: string, work: () => Promise<number>) => {
    const before = cpuMs([server.pid])
    const longest = await work()
    const figures = measured.get(name) ?? { cpu: [], longest: [] }
    measured.set(name, figures)
    figures.cpu.push((cpuMs([server.pid]) - before) / 1000)
    figures.longest.push(longest)
  }
  let last = { from_seq: 0, to_seq: 0 }
  /** Gives how long the longest step took. */
  const go = async (action: BulkAction, all_in: EntryId, to_folder_id?: EntryId): Promise<number> => {
    const given = {
      ...{ root_id, action, all_in, operation: crypto.randomUUID() },
      ...(to_folder_id !== undefined && { to_folder_id }),
    }
    let [longest, done]: [number, number] = [0, 0]
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const begun = performance.now()
      const report = await client.call(applyBulk, { ...given, ...(cursor !== undefined && { cursor }) })
      longest = Math.max(longest, performance.now() - begun)
      last = { from_seq: done === 0 ? report.seq_before + 1 : last.from_seq, to_seq: report.last_seq }
      done += report.done
      cursor = report.cursor
    }
    if (done !== files) throw new Error(`${action}: ${done} of ${files}`)
    return longest
  }
  for (let round = 1; round <= options.rounds; round++) {
    console.error(`… round ${round}`)
    await measure('delete', () => go('delete', from))
    await measure('restore', () => go('restore', from))
    await measure('move', () => go('move', from, to))
    await measure('move back', () => go('move', to, from))
    await go('delete', from)
    await measure('undo of the deletion', async () => {
      const begun = performance.now()
      await client.call(undoChanges, { root_id, ...last })
      return performance.now() - begun
    })
  }
  await server.stop()
  const table = renderTable(
    [`${files.toLocaleString('en')} files`, 'CPU of the server, s', 'longest request, ms'],
    [...measured].map(([name, { cpu, longest }]) => [name, formatSpread(cpu), formatSpread(longest)]),
  )
  return options.profileDir === undefined ? table : `${table}\n\n${summarizeProfiles(options.profileDir)}`
}
