import assert from 'node:assert/strict'
import { commitChunks, findMissingChunks } from '@holdfast/api/files/chunks'
import type * as api from '@holdfast/api/files/files'
import type { EntryId, RootId } from '@holdfast/api/ids'
import { chunkOf, put, refsOf } from '../content/client-cut.ts'
import { aGoal, arrive, type Goal, nameGoal, PIECES, type Sent, timesOf, withTimes } from './content.ts'
import { expected, type Game, type Move, onlyOwner, pick, rootOf } from './game.ts'
import { contentOf, sameContent } from './tree-model.ts'

/** Few, so that they come again. */
const CLIENT_OPS = [undefined, undefined, 'op 1', 'op 2', 'op 3']

/** A client cuts a file itself, sends what is missing and names the pieces. */
export function commit(game: Game): Move {
  const { tree, who } = game
  const refusals = onlyOwner(game)
  const goal = aGoal(game, refusals, false)
  // Sometimes a client has not heard of its success, and asks again.
  const before = game.random(4) === 0 ? tree.namedChanges.findLast(({ by }) => by === who.id) : undefined
  const pieces = before?.revision.pieces ?? anyPieces(game)
  const clientOp = before?.name ?? pick(game, CLIENT_OPS)
  const sent = withTimes(game, goal, { pieces, ...(clientOp && { clientOp }) })
  const made = madeBefore(game, sent)
  const all = made ? refusals : new Set([...refusals, ...goal.inTheWay])
  const sends = game.random(5) > 0
  return {
    what: `commit ${pieces.map((piece) => piece.slice(0, 5))} to ${nameGoal(goal)} as ${clientOp}`,
    refusals: all,
    async call() {
      const chunks = pieces.map((piece) => chunkOf(Buffer.from(piece)))
      const asked = { ...rootOf(game), chunks: refsOf(chunks) }
      const { missing } =
        chunks.length > 0 ? await who.client.call(findMissingChunks, asked) : { missing: [] }
      const gone = chunks.filter(({ sha256 }) => missing.includes(sha256))
      for (const { bytes } of gone) assert.ok(!holds(game, String(bytes)), `${bytes} is there`)
      if (sends) for (const chunk of gone) await put(who.client, chunk, tree.rootId as RootId)
      else if (gone.length > 0 && !made) all.add('missing_chunks')
      return who.client.call(commitChunks, {
        ...asked,
        ...targetOf(goal),
        size: contentOf(sent).length,
        ...timesOf(sent),
        ...(clientOp && { client_op: clientOp }),
      })
    },
    apply(answer) {
      if (!made) arrive(game, goal, sent, answer as api.File)
      else assert.deepEqual(answer, expected(game).file(made))
    },
  }
}

const anyPieces = (game: Game): string[] => Array.from({ length: game.random(4) }, () => pick(game, PIECES))

/** What a change of this name made, if it was the newest of that name whose content is still there. */
export function madeBefore({ tree, who }: Game, sent: Sent) {
  const before = tree.namedChanges.findLast(
    ({ by, name, id, revision }) =>
      by === who.id && name === sent.clientOp && tree.nodes.get(id)?.revisions.includes(revision),
  )
  return before && sameContent(before.revision, sent) ? tree.node(before.id) : undefined
}

const holds = ({ tree }: Game, piece: string): boolean =>
  [...tree.nodes.values()].some(({ revisions }) => revisions.some(({ pieces }) => pieces.includes(piece)))

export const targetOf = (goal: Goal) =>
  'node' in goal
    ? { file_id: goal.node.id as EntryId, ...(goal.if_ver !== undefined && { if_ver: goal.if_ver }) }
    : {
        folder_id: goal.parent as EntryId,
        name: goal.given,
        ...(goal.on_conflict && { on_conflict: goal.on_conflict }),
      }
