import { Link } from 'wouter'
import { addressOfHistory, type HistoryPlace } from '../../core/addresses/time-routes.ts'
import type { Step } from '../../data/files/folder.ts'
import { shownName } from '../../messages/format.ts'
import { t } from '../../messages/words.ts'
import { Icon } from '../../ui/icon.tsx'

/** The way to a folder, at the same time. */
export const Crumbs = ({ place, way }: { place: HistoryPlace; way: readonly Step[] }) => (
  <nav className="crumbs" aria-label={t.files.path}>
    <Icon name="clock" />
    <ol>
      {way.map((step, n) => (
        <li key={step.id}>
          {n > 0 && <Icon name="next" />}
          {n === way.length - 1 ? (
            <h1 aria-current="page">
              <bdi>{t.history.title(shownName(step.name))}</bdi>
            </h1>
          ) : (
            <Link href={addressOfHistory({ ...place, folder: step.id })}>
              <bdi>{shownName(step.name)}</bdi>
            </Link>
          )}
        </li>
      ))}
    </ol>
  </nav>
)
