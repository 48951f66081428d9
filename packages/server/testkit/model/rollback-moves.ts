import assert from 'node:assert/strict'
import * as api from '@holdfast/api/files/files'
import { type RestoreReport, restoreState } from '@holdfast/api/files/history'
import type { EntryId } from '@holdfast/api/ids'
import { formatUtc } from '@holdfast/api/time'
import { aNode, type Game, type Move, onlyOwner, pick, rootOf } from './game.ts'
import { applySetBack, lockedAgainst, moves, type SetBack, setBack } from './set-back.ts'
import { contentOf, type ModelNode, type TreeModel } from './tree-model.ts'

/** Sets a root, a folder or a file back to what it was. */
export function rollBack(game: Game): Move | undefined {
  const { tree, past } = game
  const chosen = past.any(game.random)
  const byTime = game.random(4) === 0
  const then = byTime ? past.byTime(chosen.at) : chosen
  const any = game.random(3) === 0 ? undefined : aNode(game)
  const node = any && (then?.tree.nodes.has(any.id) || game.random(6) === 0) ? any : undefined
  const by = game.random(4) === 0 ? pick(game, [...new Set(tree.log.map((change) => change.by))]) : undefined
  const as_of = byTime ? formatUtc(chosen.at) : String(past.numberOf(chosen, game.random))
  return then && setTo(game, { as_of, to: then.tree, node, by })
}

/** Sets the whole root back to what it was before it was set back. */
export function undoRollBack(game: Game): Move | undefined {
  const { past } = game
  const seq = past.undoing.at(-1 - game.random(3))
  const then = seq === undefined ? undefined : past.bySeq(seq)
  return then && setTo(game, { as_of: String(seq), to: then.tree, node: undefined, by: undefined })
}

interface Wish {
  as_of: string
  to: TreeModel
  node: ModelNode | undefined
  by: number | undefined
}

function setTo(game: Game, { as_of, to: then, node, by }: Wish): Move {
  const { tree, who, at, past } = game
  const refusals = onlyOwner(game)
  if (node && !then.nodes.has(node.id)) refusals.add('invalid_request')
  const plan = setBack(tree, then, { scope: node?.id ?? 0, by })
  if (lockedAgainst(tree, plan, who.id, at)) refusals.add('resource_locked')
  const report = reportOf(tree, then, plan)
  const params = {
    ...rootOf(game),
    as_of,
    ...(node && (node.kind === 'file' ? { file_id: node.id } : { folder_id: node.id })),
    ...(by !== undefined && { person_id: by }),
  } as never
  return {
    what: `set ${node?.name ?? 'the root'} back to ${as_of}${by === undefined ? '' : `, by ${by}`}`,
    refusals,
    async call() {
      if (game.random(3) === 0)
        assert.deepEqual(
          sorted(await who.client.call(restoreState, { ...(params as object), dry_run: true })),
          {
            ...report,
            dry_run: true,
          },
        )
      const answer = await who.client.call(restoreState, params)
      const ids = new Map<number, number>()
      for (const [id, { again }] of plan.targets) {
        if (!again) continue
        const file = await who.client.call(api.getFile, { ...rootOf(game), file_id: id as EntryId })
        ids.set(id, file.revision_id)
      }
      return { answer, ids }
    },
    apply(result) {
      const { answer, ids } = result as { answer: RestoreReport; ids: Map<number, number> }
      assert.deepEqual(sorted(answer), report)
      applySetBack(tree, plan, at, ids)
      if (answer.restored > 0) past.undoing.push(answer.seq_before)
      // Where nothing stood in the way, all that can be seen is what could be seen then.
      if (!node && by === undefined && answer.skipped === 0) assert.deepEqual(seen(tree), seen(then, tree))
    },
  }
}

const sorted = (report: RestoreReport): RestoreReport => ({
  ...report,
  skipped_items: report.skipped_items.toSorted((a, b) => a.item_id - b.item_id),
})

/** What the service must say of it. */
const reportOf = (tree: TreeModel, then: TreeModel, plan: SetBack): RestoreReport => ({
  status: 'ok',
  dry_run: false,
  as_of_seq: then.seq,
  seq_before: tree.seq,
  undoable_until: null,
  ...countsOf(tree, plan),
})

/** What it must say of how many items. */
export function countsOf(tree: TreeModel, { targets, skipped, numbered }: SetBack) {
  const all = [...targets.values()]
  const count = (test: (target: (typeof all)[number]) => boolean) => all.filter(test).length
  return {
    restored: all.length,
    undeleted: count(({ node, deleted }) => node.deleted && !deleted),
    deleted: count(({ node, deleted }) => !node.deleted && deleted),
    placed: count((target) => moves(target) && target.node.deleted === target.deleted),
    contents: count(({ again }) => again !== undefined),
    numbered,
    skipped: skipped.size,
    skipped_items: [...skipped]
      .map(([id, reason]) => {
        const { kind: item_type = 'file', name = '' } = tree.nodes.get(id) ?? {}
        return { item_type, item_id: id as EntryId, name, reason }
      })
      .sort((a, b) => a.item_id - b.item_id),
  }
}

/** The live items of a root, but for those that were purged since. */
const seen = (tree: TreeModel, now = tree): unknown[] =>
  [...tree.nodes.values()]
    .filter((node) => now.nodes.has(node.id) && !tree.isDeleted(node))
    .map((node) => ({
      id: node.id,
      path: tree.pathOf(node),
      ...(node.kind === 'file' && { content: contentOf(tree.head(node)), modified: node.modified }),
    }))
    .sort((a, b) => a.id - b.id)
