import type { FilesPlace } from '../../core/addresses/routes.ts'
import { has } from '../../core/list/selection.ts'
import type { Session } from '../../data/service/session.ts'
import { ChooseFolder } from '../../files/folders/choose-folder.tsx'
import { shownName } from '../../messages/format.ts'
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
  const { count, items } = desk.chosen()
  const [first] = items
  const name = count === 1 && first ? shownName(first.name) : undefined
  const close = () => desk.setPicking(undefined)
  return (
    <ChooseFolder
      title={isMove ? t.pick.moveTitle(count, name) : t.pick.copyTitle(count, name)}
      words={isMove ? t.files.moveHere : t.files.copyHere}
      from={{ root, folder }}
      session={session}
      isSame={(at) => isMove && at.root === root && at.folder === folder}
      same={t.pick.alreadyHere(count)}
      note={(at) => (isMove && at.root !== root ? t.pick.otherRoot : undefined)}
      isClosed={(at, id) => isMove && at.root === root && at.folder === folder && has(desk.selection, id)}
      onChosen={async (target) => {
        const which = await desk.which()
        close()
        await (isMove ? desk.move(which, target) : desk.copy(which, target))
      }}
      onClose={close}
    />
  )
}
