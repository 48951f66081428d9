import type { Shareable } from '../../core/sharing/item.ts'
import { ItemShare } from './item-share.tsx'
import { RequestDialog } from './request-dialog.tsx'
import { TeamShare } from './team-share.tsx'
import './share.css'

interface ShareDialogProps {
  target: Shareable
  onClose: () => void
}

/** Who is let in, and how; for a file, a folder or a team share. Or who is asked for files. */
export function ShareDialog({ target, onClose }: ShareDialogProps) {
  if (target.type === 'team') return <TeamShare team={target} onClose={onClose} />
  if (target.type === 'request')
    return <RequestDialog key={target.link} item={target.item} link={target.link} onClose={onClose} />
  return <ItemShare item={target} onClose={onClose} />
}
