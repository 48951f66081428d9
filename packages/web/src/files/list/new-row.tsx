import { t } from '../../messages/words.ts'
import { Icon } from '../../ui/icon.tsx'
import { NameField } from './name-field.tsx'

/** A folder that is about to be: it wants a name. */
export const NewRow = ({ onDone }: { onDone: (name: string | undefined) => void }) => (
  <div className="files-new" role="row" tabIndex={-1}>
    <span role="gridcell" tabIndex={-1} className="item-name">
      <Icon name="folder" />
      <NameField
        name={t.files.newFolderName}
        isFile={false}
        isNew
        label={t.files.nameOfNew}
        onDone={onDone}
      />
    </span>
  </div>
)
