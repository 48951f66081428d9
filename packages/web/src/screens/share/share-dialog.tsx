import type { Shareable } from '../../core/sharing/item.ts'
import { ItemShare } from './item-share.tsx'
import { TeamShare } from './team-share.tsx'
import './share.css'

interface ShareDialogProps {
  target: Shareable
  onClose: () => void
}

/** Who is let in, and how; for a file, a folder or a team share. */
export const ShareDialog = ({ target, onClose }: ShareDialogProps) =>
  target.type === 'team' ? (
    <TeamShare team={target} onClose={onClose} />
  ) : (
    <ItemShare item={target} onClose={onClose} />
  )
