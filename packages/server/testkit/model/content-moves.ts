import assert from 'node:assert/strict'
import * as api from '@holdfast/api/files/files'
import * as revisions from '@holdfast/api/files/revisions'
import type { EntryId, RevisionId } from '@holdfast/api/ids'
import { aContent, aFile, aPlace, arrive, nameGoal, timesOf, withTimes } from './content.ts'
import { expected, type Game, type Move, nodesOf, onlyOwner, pick, refusalsOn, rootOf } from './game.ts'
import { contentOf } from './tree-model.ts'

export function upload(game: Game): Move {
  const refusals = onlyOwner(game)
  const goal = aPlace(game, refusals, true)
  const sent = withTimes(game, goal, aContent(game))
  const { parent, given, on_conflict } = goal
  return {
    what: `upload ${nameGoal(goal)}`,
    refusals: new Set([...refusals, ...goal.inTheWay]),
    call: () =>
      game.who.client.call(api.uploadToFolder, {
        ...rootOf(game),
        folder_id: parent as EntryId,
        file: { name: given, bytes: new Blob([contentOf(sent)]) },
        ...(on_conflict && { on_conflict }),
        ...timesOf(sent),
      }),
    apply: (answer) => arrive(game, goal, sent, answer as api.File),
  }
}

export function uploadRevision(game: Game): Move | undefined {
  const refusals = onlyOwner(game)
  const goal = aFile(game, refusals)
  if (!goal) return undefined
  const { node, if_ver } = goal
  const sent = withTimes(game, goal, aContent(game))
  return {
    what: `revision of ${nameGoal(goal)}`,
    refusals: new Set([...refusals, ...goal.inTheWay]),
    call: () =>
      game.who.client.call(revisions.uploadRevision, {
        ...rootOf(game),
        file_id: node.id as EntryId,
        file: { name: 'any', bytes: new Blob([contentOf(sent)]) },
        ...(if_ver !== undefined && { if_ver }),
        ...timesOf(sent),
      }),
    apply: (answer) => arrive(game, goal, sent, answer as api.File),
  }
}

export function restoreRevision(game: Game): Move | undefined {
  const { tree, at } = game
  const files = nodesOf(game, 'file')
  if (files.length === 0) return undefined
  const node = pick(game, files)
  const revision = pick(game, node.revisions)
  const refusals = onlyOwner(game)
  refusalsOn(game, node, refusals)
  return {
    what: `revision ${revision.id} of ${node.name} again`,
    refusals,
    call: () =>
      game.who.client.call(revisions.restoreRevision, {
        ...rootOf(game),
        file_id: node.id as EntryId,
        revision_id: revision.id as RevisionId,
      }),
    apply(answer) {
      const { revision_id } = answer as api.File
      if (revision !== tree.head(node))
        tree.write(node, { ...revision, id: revision_id, created: at, full: 0, delta: 0 }, at)
      assert.deepEqual(answer, expected(game).file(node))
    },
  }
}
