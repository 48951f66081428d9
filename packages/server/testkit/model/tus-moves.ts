import assert from 'node:assert/strict'
import { getOwnPerson } from '@holdfast/api/accounts/people'
import { ApiClientError } from '@holdfast/api/client'
import * as api from '@holdfast/api/files/files'
import type { EntryId, RootId } from '@holdfast/api/ids'
import { OFFSET, TusCaller } from '../content/tus.ts'
import { aContent, aGoal, arrive, nameGoal, timesOf, withTimes } from './content.ts'
import { type Game, type Move, onlyOwner, pick, rootOf } from './game.ts'
import { contentOf } from './tree-model.ts'

/** An upload by tus: all in one request, or begun by one and sent by others. */
export function tus(game: Game): Move {
  const refusals = onlyOwner(game)
  const goal = aGoal(game, refusals, true)
  const clientOp = pick(game, [undefined, 'op 1', 'op 2'])
  const sent = withTimes(game, goal, { ...aContent(game), ...(clientOp && { clientOp }) })
  const bytes = Buffer.from(contentOf(sent))
  const requests = 1 + game.random(3)
  const metadata: Record<string, string | number> = {
    ...('node' in goal
      ? { file_id: goal.node.id, ...(goal.if_ver !== undefined && { if_ver: goal.if_ver }) }
      : {
          folder_id: goal.parent,
          filename: goal.given,
          ...(goal.on_conflict && { on_conflict: goal.on_conflict }),
        }),
    ...timesOf(sent),
    ...(clientOp && { client_op: clientOp }),
  }
  return {
    what: `tus to ${nameGoal(goal)} in ${requests}`,
    refusals: new Set([...refusals, ...goal.inTheWay]),
    async call() {
      const file_id = await send(game, metadata, bytes, requests)
      return game.who.client.call(api.getFile, { ...rootOf(game), file_id })
    },
    apply: (answer) => arrive(game, goal, sent, answer as api.File),
  }
}

/** Gives the file that it became. */
async function send(
  { url, tree, who }: Game,
  metadata: Record<string, string | number>,
  bytes: Buffer<ArrayBuffer>,
  requests: number,
): Promise<EntryId> {
  // Tokens end while a long game goes on; this client renews its own.
  await who.client.call(getOwnPerson, {})
  const caller = new TusCaller({ url, bearer: who.client.bearer, rootId: tree.rootId as RootId })
  const length = { 'upload-length': String(bytes.length) }
  if (requests === 1) return fileOf(await caller.create(metadata, { ...length, ...OFFSET }, bytes))
  let response = await caller.create(metadata, length)
  if (bytes.length === 0) return fileOf(response)
  const path = (await accepted(response)).headers.get('location') ?? ''
  const half = requests === 2 ? bytes.length : Math.ceil(bytes.length / 2)
  for (let at = 0; at < bytes.length; at += half) {
    response = await caller.patch(path, at, bytes.subarray(at, at + half))
    if (!response.ok) break
  }
  // One that is refused at its end stays, to be tried again; there may be so many only.
  if (!response.ok) assert.equal((await caller.send('DELETE', path, {})).status, 204)
  return fileOf(response)
}

async function accepted(response: Response): Promise<Response> {
  if (response.ok) return response
  throw new ApiClientError(
    response.status,
    (await response.json()) as Record<string, unknown>,
    response.headers,
  )
}

const fileOf = async (response: Response): Promise<EntryId> =>
  Number((await accepted(response)).headers.get('holdfast-file-id')) as EntryId
