import type { RootId } from '@holdfast/api/ids'
import { useManagers } from '../../data/sharing/managers.ts'
import { beginWords } from '../../messages/begin-words.ts'
import { formatNames, shownName } from '../../messages/format.ts'

const FEW = 3

/** The first of them, and how many more there are. */
export function fewNames(names: readonly string[]): string {
  const shown = names.map(shownName)
  if (shown.length <= FEW + 1) return formatNames(shown)
  return formatNames([...shown.slice(0, FEW), beginWords().role.others(shown.length - FEW)])
}

/** Who can let one do more in a team share. */
export function WhomToAsk({ root, manages = false }: { root: RootId; manages?: boolean }) {
  const managers = useManagers(root)
  const words = beginWords().role
  if (!managers || (manages && managers.length === 0)) return null
  if (managers.length === 0) return <p>{words.askAdministrator}</p>
  const say = manages ? words.managers : words.ask
  return (
    <p>
      <bdi>{say(fewNames(managers))}</bdi>
    </p>
  )
}
