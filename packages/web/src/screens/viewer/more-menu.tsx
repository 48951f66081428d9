import { kindOf } from '@holdfast/api/files/file-kinds'
import type { File } from '@holdfast/api/files/files'
import type { Panel } from '../../core/addresses/routes.ts'
import { shownName } from '../../messages/format.ts'
import { t } from '../../messages/words.ts'
import { MenuButton, type MenuItem } from '../../ui/menu.tsx'

interface MoreMenuProps {
  file: File
  /** Shows what it is: of that alone there is something to print. */
  isShown: boolean
  onShare: (() => void) | undefined
  onDetails: (panel: Panel) => void
}

/** PDF documents have a viewer with a button of its own, and films and sounds nothing for paper. */
const PRINTED: ReadonlySet<string> = new Set(['picture', 'text', 'code', 'markdown', 'table'])

/** What else there is to do with a file that is shown, in words. */
export function MoreMenu({ file, isShown, onShare, onDetails }: MoreMenuProps) {
  const { tabs } = t.details
  const items = (): (MenuItem | 'line')[] => {
    const all: (MenuItem | 'line' | false | undefined)[] = [
      onShare && { id: 'share', label: t.share.action, icon: 'share', run: onShare },
      isShown &&
        PRINTED.has(kindOf(file.name)) && {
          id: 'print',
          label: t.viewer.print,
          icon: 'print',
          run: () => print(),
        },
      'line',
      { id: 'versions', label: tabs.versions, icon: 'clock', run: () => onDetails('versions') },
      { id: 'activity', label: tabs.activity, icon: 'list', run: () => onDetails('activity') },
      { id: 'safety', label: tabs.safety, icon: 'shield', run: () => onDetails('safety') },
    ]
    const there = all.filter((item) => item !== false && item !== undefined)
    return there[0] === 'line' ? there.slice(1) : there
  }
  return <MenuButton icon="more" label={t.files.actionsOf(shownName(file.name))} items={items} />
}
