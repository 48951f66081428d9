import { Link } from 'wouter'
import { addressOfPlace, placeAt } from '../../core/addresses/routes.ts'
import { ownRoot } from '../../data/service/session.ts'
import { t } from '../../messages/words.ts'
import { Icon } from '../../ui/icon.tsx'

/** From where nothing is yet to where something can be done about it. */
export function OwnFilesLink() {
  const root = ownRoot()
  if (root === undefined) return null
  return (
    <p className="empty-actions">
      <Link href={addressOfPlace(placeAt(root))} className="button button-plain">
        <Icon name="folder" />
        <span>{t.find.toOwnFiles}</span>
      </Link>
    </p>
  )
}
