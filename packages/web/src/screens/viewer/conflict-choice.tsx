import { SideBySide } from '../../files/content/side-by-side.tsx'
import { t } from '../../messages/words.ts'
import { Button } from '../../ui/button.tsx'
import type { Conflict } from './save-text.ts'

interface ConflictChoiceProps {
  conflict: Conflict
  mine: string
  isBusy: boolean
  onTheirs: () => void
  onMine: () => void
  onCopy: () => void
}

/** Two have changed one text: neither is lost, and the one who came second decides. */
export const ConflictChoice = ({ conflict, mine, isBusy, onTheirs, onMine, onCopy }: ConflictChoiceProps) => (
  <section className="viewer-conflict" aria-label={t.viewer.conflictTitle}>
    <div className="note viewer-conflict-head" role="alert">
      <h3>{t.viewer.conflictTitle}</h3>
      <p>{conflict.isText ? t.viewer.conflictWhy : t.viewer.notText}</p>
      <div className="viewer-conflict-choices">
        <Button kind="primary" busy={isBusy} onClick={onCopy}>
          {t.viewer.takeCopy}
        </Button>
        <Button busy={isBusy} onClick={onMine}>
          {t.viewer.takeMine}
        </Button>
        <Button kind="bad" busy={isBusy} onClick={onTheirs}>
          {t.viewer.takeTheirs}
        </Button>
      </div>
    </div>
    <SideBySide
      left={{ title: t.viewer.theirs, text: conflict.base.text }}
      right={{ title: t.viewer.mine, text: mine }}
    />
  </section>
)
