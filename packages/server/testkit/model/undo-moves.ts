import assert from 'node:assert/strict'
import * as api from '@holdfast/api/files/files'
import type { SkippedBecause } from '@holdfast/api/files/history'
import { type UndoReport, undoChanges } from '@holdfast/api/files/history-undo'
import type { EntryId } from '@holdfast/api/ids'
import { aNode, type Game, type Move, onlyOwner, pick, rootOf } from './game.ts'
import { countsOf } from './rollback-moves.ts'
import { applySetBack, lockedAgainst, type SetBack, setBack } from './set-back.ts'
import { type ModelNode, sameContent, type TreeModel } from './tree-model.ts'

/** Undoes some operations, or what one of the players did in them; or what was undone before. */
export function undo(game: Game): Move | undefined {
  const { tree, past, random } = game
  const again = random(4) === 0 ? past.undone.at(-1 - random(3)) : undefined
  const states = again
    ? again.map((seq) => past.bySeq(seq))
    : [past.any(random), past.any(random)].sort((a, b) => a.seq - b.seq)
  // Few operations mostly, so that something is left to undo.
  const [first, last] = !again && random(3) > 0 ? [states[1], states[1]] : states
  const before = first && past.before(first)
  if (!first || !last || !before) return undefined
  const any = random(4) === 0 ? aNode(game) : undefined
  const folder = any?.kind === 'folder' ? any : undefined
  const by = random(3) === 0 ? pick(game, [...new Set(tree.log.map((change) => change.by))]) : undefined
  const numbers = again
    ? { from_seq: again[0], to_seq: again[1] }
    : { from_seq: before.seq + 1, to_seq: past.numberOf(last, random) }
  return undoing(game, { numbers, from: before.seq + 1, to: last.seq, by, folder })
}

interface Wish {
  numbers: { from_seq: number; to_seq: number }
  from: number
  to: number
  by: number | undefined
  folder: ModelNode | undefined
}

function undoing(game: Game, { numbers, from, to, by, folder }: Wish): Move {
  const { tree, who, at, past } = game
  const refusals = onlyOwner(game)
  const plan = planOf(game, { from, to, by, scope: folder?.id ?? 0 })
  if (lockedAgainst(tree, plan, who.id, at)) refusals.add('resource_locked')
  const seq_before = tree.seq
  const report = (dry_run: boolean): UndoReport => ({
    ...{ status: 'ok', dry_run, from_seq: from, to_seq: to, seq_before },
    last_seq: dry_run ? seq_before : seq_before + plan.targets.size,
    undoable_until: null,
    ...countsOf(tree, plan),
  })
  const [foreseen, expected] = [report(true), report(false)]
  const params = {
    ...rootOf(game),
    ...numbers,
    ...(folder && { folder_id: folder.id }),
    ...(by !== undefined && { person_id: by }),
  } as never
  return {
    what: `undo ${from} to ${to} in ${folder?.name ?? 'the root'}${by === undefined ? '' : `, by ${by}`}`,
    refusals,
    async call() {
      const wish = { ...(params as object), dry_run: true } as never
      if (game.random(3) === 0)
        assert.deepEqual(comparable(await who.client.call(undoChanges, wish)), foreseen)
      const answer = await who.client.call(undoChanges, params)
      const ids = new Map<number, number>()
      for (const [id, { again }] of plan.targets) {
        if (!again) continue
        const file = await who.client.call(api.getFile, { ...rootOf(game), file_id: id as EntryId })
        ids.set(id, file.revision_id)
      }
      return { answer, ids }
    },
    apply(result) {
      const { answer, ids } = result as { answer: UndoReport; ids: Map<number, number> }
      assert.deepEqual(comparable(answer), expected)
      applySetBack(tree, plan, at, ids)
      if (answer.restored > 0) past.undone.push([answer.seq_before + 1, answer.last_seq])
    },
  }
}

/** Sorted, and without what only the log knows of what is purged. */
const comparable = (report: UndoReport): UndoReport => ({
  ...report,
  skipped_items: report.skipped_items
    .map((item) => (item.reason === 'purged' ? { ...item, item_type: 'file' as const, name: '' } : item))
    .toSorted((a, b) => a.item_id - b.item_id),
})

function planOf(game: Game, { from, to, by, scope }: Omit<Wish, 'numbers' | 'folder'> & { scope: number }) {
  const { tree, past } = game
  const then = tree.copy()
  then.seq = from - 1
  const touched = new Map<number, { left: SkippedBecause | undefined; alone: boolean }>()
  const purged: number[] = []
  const meant = tree.log.filter(({ seq }) => seq >= from && seq <= to)
  const theirs = meant.filter((change) => by === undefined || change.by === by)
  for (const id of new Set(theirs.map((change) => change.id))) {
    const node = then.nodes.get(id)
    if (!node) {
      purged.push(id)
      continue
    }
    const changes = meant.filter((change) => change.id === id)
    let conflict = false
    let made = false
    let stretches = 0
    let alone = false
    // From the newest to the oldest, each stretch of theirs at once.
    for (let end = changes.length - 1; end >= 0 && !made; end--) {
      if (!theirs.includes(changes[end] as never)) continue
      let begin = end
      while (begin > 0 && theirs.includes(changes[begin - 1] as never)) begin--
      const [first, last] = [changes[begin]?.seq ?? 0, changes[end]?.seq ?? 0]
      end = begin
      const change = past.bySeq(first)
      const was = change && past.before(change)?.tree.nodes.get(id)
      const became = past.bySeq(last)?.tree.nodes.get(id) as ModelNode
      alone = ++stretches === 1 && differences(tree, node, became).length === 0
      made = !was
      conflict = was ? mix(tree, node, was, became) || conflict : conflict
      if (was || node.deleted) continue
      if (differences(tree, node, became).length === 0) then.nodes.delete(id)
      else conflict = true
    }
    touched.set(id, { left: conflict ? 'changed_since' : undefined, alone })
  }
  const plan: SetBack = setBack(tree, then, { scope, only: { touched, since: from } })
  if (scope === 0) for (const id of purged) plan.skipped.set(id, 'purged')
  return plan
}

type Side = 'parent' | 'name' | 'content' | 'deleted'

/** Contents that are removed are only the same if they are one revision. */
function differences(tree: TreeModel, one: ModelNode, other: ModelNode): Side[] {
  const kept = (node: ModelNode) =>
    tree.nodes.get(node.id)?.revisions.some(({ id }) => id === tree.head(node).id) ?? false
  const content =
    one.kind === 'folder' ||
    (one.modified === other.modified &&
      (tree.head(one).id === tree.head(other).id ||
        (kept(one) && kept(other) && sameContent(tree.head(one), tree.head(other)))))
  return [
    ...(['parent', 'name', 'deleted'] as const).filter((side) => one[side] !== other[side]),
    ...(content ? [] : (['content'] as const)),
  ]
}

/** Makes a node what it was where it is still what it became. Tells whether it is not, somewhere. */
function mix(tree: TreeModel, node: ModelNode, was: ModelNode, became: ModelNode): boolean {
  const sides = differences(tree, was, became)
  const [toWas, toBecame] = [differences(tree, node, was), differences(tree, node, became)]
  let conflict = false
  for (const side of sides.filter((one) => toWas.includes(one))) {
    const wouldGo = side === 'deleted' && was.deleted && toBecame.length > 0
    if (toBecame.includes(side) || wouldGo) conflict = true
    else if (side === 'content') Object.assign(node, { revisions: was.revisions, modified: was.modified })
    else Object.assign(node, { [side]: was[side] })
  }
  return conflict
}
