import { getSettings } from '../../data/account/settings.ts'
import { t } from '../../messages/words.ts'
import { Dialog } from '../../ui/dialog.tsx'

const KEYS: readonly [keyof typeof t.keys, string][] = [
  ['move', '↑ ↓ ← →'],
  ['ends', 'Home End PgUp PgDn'],
  ['range', 'Shift'],
  ['toggle', 'Space'],
  ['open', 'Enter'],
  ['up', 'Backspace, Alt+↑'],
  ['type', 'a b c …'],
  ['all', 'Ctrl+A, Esc'],
  ['rename', 'F2, Del'],
  ['clipboard', 'Ctrl+X C V'],
  ['undo', 'Ctrl+Z'],
  ['address', 'Ctrl+Shift+C'],
  ['newFolder', 'n'],
  ['upload', 'u'],
  ['details', 'i'],
  ['share', 's'],
  ['copyLink', 'l'],
  ['history', 'h'],
  ['menu', '. , Shift+F10'],
  ['folds', '[ ]'],
  ['search', '/'],
  ['goTo', 'Ctrl+K'],
  ['help', '?'],
]

/** Those can be turned off. */
const LETTERS: ReadonlySet<keyof typeof t.keys> = new Set([
  ...(['newFolder', 'upload', 'details', 'share', 'copyLink', 'folds', 'search', 'help'] as const),
])

export function KeysHelp({ onClose }: { onClose: () => void }) {
  const isMac = navigator.platform.startsWith('Mac')
  return (
    <Dialog title={t.keys.title} onClose={onClose}>
      <dl className="keys">
        {KEYS.filter(([name]) => getSettings().letters || !LETTERS.has(name)).map(([name, keys]) => (
          <div key={name}>
            <dt>
              <kbd>{isMac ? keys.replaceAll('Ctrl', '⌘') : keys}</kbd>
            </dt>
            <dd>{t.keys[name]}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
