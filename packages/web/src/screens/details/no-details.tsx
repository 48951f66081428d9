import { formatCount } from '../../messages/format.ts'
import { t } from '../../messages/words.ts'
import { IconButton } from '../../ui/button.tsx'
import './details.css'

/** In the place of details while there is nothing, or too much, to tell them of. */
export const NoDetails = ({ count, onClose }: { count: number; onClose: () => void }) => (
  <aside className="details details-none" aria-label={t.files.details}>
    <header className="details-head">
      <h2>{count === 0 ? t.files.details : t.files.selected(formatCount(count), undefined)}</h2>
      <IconButton icon="close" label={t.general.close} onClick={onClose} />
    </header>
    <p className="details-panel soft">{t.find.chooseOne}</p>
  </aside>
)
