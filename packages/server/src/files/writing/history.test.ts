import { describe, it } from 'node:test'
import { moveFile, moveFolder, renameFile, renameFolder } from '@holdfast/api/files/file-places'
import {
  createFolderInFolder,
  createFolderInRoot,
  deleteFile,
  deleteFolder,
  type Folder,
} from '@holdfast/api/files/files'
import { numbers } from '@holdfast/server/testkit/content/numbers'
import { checkInvariants } from '@holdfast/server/testkit/database/invariants'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { useWorld } from '@holdfast/server/testkit/servers/world'

for (const stack of STACKS)
  describe(`log, history and counters on ${stack.name}`, () => {
    const world = useWorld(stack)

    it('agree with the items after any changes, also refused and simultaneous ones', async () => {
      const [ann, bob] = [await world.person(), await world.person()]
      const random = numbers(7)
      for (const who of [ann, bob]) {
        const folders: Pick<Folder, 'id'>[] = [
          await who.call(createFolderInRoot, { root_id: who.rootId, name: 'first' }),
        ]
        const change = async (n: number): Promise<unknown> => {
          const folder = folders[random(folders.length)] as Folder
          const path = { root_id: who.rootId, folder_id: folder.id }
          // Few names, so that many meet; few contents, so that many share their bytes.
          const content = 'x'.repeat([0, 10, 70_000, 300_000][random(4)] as number)
          const other = folders[random(folders.length)] as Folder
          switch (random(7)) {
            case 0:
              return folders.push(
                await who.call(createFolderInFolder, { ...path, name: `folder ${random(6)}` }),
              )
            case 1:
              return n % 9 === 0 ? who.call(deleteFolder, path) : undefined
            case 2: {
              const file = await who.upload(`gone ${n}.txt`, content, folder.id)
              return who.call(deleteFile, { root_id: who.rootId, file_id: file.id })
            }
            case 3:
              return random(2) === 0
                ? who.call(moveFolder, { ...path, to_folder_id: other.id })
                : who.call(renameFolder, { ...path, name: `folder ${random(6)}` })
            case 4: {
              const file = await who.upload(`moved ${n}.txt`, content, folder.id)
              const one = { root_id: who.rootId, file_id: file.id }
              await who.call(renameFile, { ...one, name: `file ${random(12)}.txt` })
              return who.call(moveFile, { ...one, to_folder_id: other.id })
            }
            default:
              return who.upload(`file ${random(12)}.txt`, content, folder.id)
          }
        }
        for (let round = 0; round < 12; round++)
          await Promise.allSettled(Array.from({ length: 8 }, (_, n) => change(round * 8 + n)))
      }
      await checkInvariants(world.service.ctx.db.read)
    })
  })
