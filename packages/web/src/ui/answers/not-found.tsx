import { Link } from 'wouter'
import { t } from '../../messages/words.ts'
import { Icon } from '../icon.tsx'

export const NotFound = () => (
  <div className="empty">
    <Icon name="info" large />
    <h1>{t.problem.notFound}</h1>
    <p className="soft">{t.problem.notFoundWhy}</p>
    <p className="empty-actions">
      <Link href="/" className="button button-plain">
        {t.problem.home}
      </Link>
    </p>
  </div>
)
