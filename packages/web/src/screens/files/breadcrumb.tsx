import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { addressOfPlace, type FilesPlace, placeAt } from '../../core/addresses/routes.ts'
import type { OpenFolder, Step } from '../../data/files/folder.ts'
import { takesItems } from '../../files/actions/drop-target.ts'
import { shownName } from '../../messages/format.ts'
import { t } from '../../messages/words.ts'
import { copyText } from '../../ui/copy-text.ts'
import { Icon } from '../../ui/icon.tsx'
import { MenuButton } from '../../ui/menu.tsx'
import type { Desk } from './use-desk.ts'

/** Beyond this the middle is folded into a menu. */
const SHOWN = 4

interface BreadcrumbProps {
  place: FilesPlace
  folder: OpenFolder | undefined
  desk: Desk
  /** At the end of the line. */
  children?: ReactNode
}

/** The way to this folder. Each part leads there, and takes what is dropped on it. */
export function Breadcrumb({ place, folder, desk, children }: BreadcrumbProps) {
  const way = folder?.way ?? []
  const folded = way.length > SHOWN ? way.slice(1, way.length - 2) : []
  const shown = folded.length > 0 ? [way[0], ...way.slice(-2)].filter((step) => step !== undefined) : way
  const addressTo = (step: Step) =>
    addressOfPlace({
      ...placeAt(place.root, step.id),
      view: place.view,
      ...(place.asOf !== undefined && { asOf: place.asOf }),
    })
  const drop = (step: Step) =>
    takesItems(
      (dragged, copies) => void desk.bring(dragged, { folder: step.id, name: step.name }, copies),
      () => desk.go({ folder: step.id, selected: [] }),
    )
  return (
    <nav className="crumbs" aria-label={t.files.path}>
      <ol>
        {shown.map((step, n) => (
          <li key={step.id}>
            {n > 0 && <Icon name="next" />}
            {n === 1 && folded.length > 0 && (
              <>
                <MenuButton
                  icon="more"
                  label={t.files.path}
                  items={() =>
                    folded.map((one) => ({
                      id: String(one.id),
                      label: shownName(one.name),
                      icon: 'folder' as const,
                      run: () => desk.go({ folder: one.id, selected: [] }),
                    }))
                  }
                />
                <Icon name="next" />
              </>
            )}
            {n === shown.length - 1 ? (
              <h1 aria-current="page">
                <bdi>{shownName(step.name)}</bdi>
              </h1>
            ) : (
              <Link href={addressTo(step)} {...drop(step)}>
                <bdi>{shownName(step.name)}</bdi>
              </Link>
            )}
          </li>
        ))}
      </ol>
      {way.length > 0 && (
        <MenuButton
          icon="down"
          label={t.files.copyPathOrLink}
          items={() => [
            {
              id: 'path',
              label: t.files.copyPath,
              icon: 'copy',
              run: () =>
                void copyText(
                  `/${way
                    .slice(1)
                    .map(({ name }) => name)
                    .join('/')}`,
                  t.done.pathCopied,
                ),
            },
            {
              id: 'address',
              label: t.files.copyAddress,
              icon: 'link',
              run: () => void copyText(location.href, t.done.addressCopied),
            },
          ]}
        />
      )}
      {children}
    </nav>
  )
}
