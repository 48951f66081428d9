import type { Permission } from '@holdfast/api/files/files'
import { t } from '../../messages/words.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'

interface EmptyFolderProps {
  mayAdd: boolean
  permissions: readonly Permission[]
  onUpload: () => void
  onNewFolder: () => void
}

/** What belongs here, and the buttons for it. */
export function EmptyFolder({ mayAdd, permissions, onUpload, onNewFolder }: EmptyFolderProps) {
  const dropsOnly = permissions.includes('FILE_ADD')
  return (
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
  )
}
