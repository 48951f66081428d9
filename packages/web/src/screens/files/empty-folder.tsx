import type { Permission } from '@holdfast/api/files/files'
import type { KeyboardEvent } from 'react'
import type { ListActs } from '../../files/list/list-acts.ts'
import { t } from '../../messages/words.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'

interface EmptyFolderProps {
  acts: ListActs
  mayAdd: boolean
  permissions: readonly Permission[]
  onUpload: () => void
  onNewFolder: () => void
}

/** What belongs here, and the buttons for it. Keys and drops act as they do in a list. */
export function EmptyFolder({ acts, mayAdd, permissions, onUpload, onNewFolder }: EmptyFolderProps) {
  const dropsOnly = permissions.includes('FILE_ADD')
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the buttons in it do the same
    <div
      className="files-empty"
      data-list
      tabIndex={-1}
      onKeyDown={(event) => {
        const shortcut = isPress(event) ? undefined : acts.shortcut(event)
        if (!shortcut) return
        event.preventDefault()
        shortcut()
      }}
      onDragOver={(event) => acts.over(undefined, event)}
      onDragLeave={acts.left}
      onDrop={(event) => acts.drop(undefined, event)}
    >
      <div className="empty">
        <Icon name="folder" large />
        <h2>{dropsOnly ? t.files.dropsOnly : t.files.empty}</h2>
        <p className="soft">
          {dropsOnly ? t.files.emptyDrop : mayAdd ? t.files.emptyHint : t.files.emptyReadOnly}
        </p>
        {mayAdd && (
          <p className="empty-actions">
            <Button kind="primary" icon="upload" onClick={onUpload}>
              {t.files.upload}
            </Button>
            {permissions.includes('FILE_WRITE') && (
              <Button icon="folderAdd" onClick={onNewFolder}>
                {t.files.newFolder}
              </Button>
            )}
          </p>
        )}
      </div>
    </div>
  )
}

/** Of a button that has the focus. */
const isPress = ({ target, key }: KeyboardEvent): boolean =>
  target instanceof HTMLButtonElement && key === 'Enter'
