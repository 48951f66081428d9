import type { FilesPlace } from '../../core/addresses/routes.ts'
import type { Session } from '../../data/service/session.ts'
import * as carryOut from '../../files/actions/carry-out.ts'
import { ChooseFolder } from '../../files/folders/choose-folder.tsx'
import { t } from '../../messages/words.ts'
import type { Desk } from './use-desk.ts'

export interface PickFolderProps {
  kind: 'move' | 'copy'
  from: FilesPlace
  desk: Desk
  session: Session
}

/** Where to move or copy what is chosen. */
export function PickFolder({ kind, from: { root, folder }, desk, session }: PickFolderProps) {
  const isMove = kind === 'move'
  const { count } = desk.chosen()
  const close = () => desk.setPicking(undefined)
  return (
    <ChooseFolder
      title={isMove ? t.pick.moveTitle(count) : t.pick.copyTitle(count)}
      words={isMove ? t.files.moveHere : t.files.copyHere}
      from={{ root, folder }}
      session={session}
      isSame={(at) => isMove && at.root === root && at.folder === folder}
      note={(at) => (isMove && at.root !== root ? t.pick.otherRoot : undefined)}
      isClosed={(at, id) => isMove && at.root === root && desk.selection.ids.has(id)}
      onChosen={async (target) => {
        const items = await desk.all()
        await desk.after(
          isMove
            ? carryOut.moveItems({ root, folder }, items, target)
            : carryOut.copyItems(root, items, target),
        )
        close()
      }}
      onClose={close}
    />
  )
}
