import type { Sharelink } from '@holdfast/api/links'
import { Link, useLocation } from 'wouter'
import { copyText } from '../../app/copy-text.ts'
import { openAddress } from '../../app/routes.ts'
import { shownName } from '../../messages/format.ts'
import { t } from '../../messages/words.ts'
import { itemOf, sharedBy } from '../../sharing/item.ts'
import { saveLink } from '../../sharing/link-acts.ts'
import { LinkFacts } from '../../sharing/link-facts.tsx'
import { openShare } from '../../sharing/open-share.ts'
import { Button } from '../../ui/button.tsx'
import { FileIcon } from '../../ui/file-icon.tsx'
import { MenuButton, type MenuItem } from '../../ui/menu.tsx'
import { turnOffAll } from './turn-off-all.ts'

interface LinkRowProps {
  link: Sharelink
  isChosen: boolean
  onToggle: () => void
  onEnd: () => void
}

export function LinkRow({ link, isChosen, onToggle, onEnd }: LinkRowProps) {
  const [, navigate] = useLocation()
  const item = itemOf(link)
  const target = sharedBy(link)
  const name = shownName(item.name) || t.share.links.gone
  const words = t.share.links
  const isOff = link.login_required && link.subscribers.length === 0
  const menu = (): (MenuItem | 'line')[] => [
    ...(target
      ? ([
          { id: 'change', icon: 'edit', label: words.change, run: () => void openShare(target) },
          {
            id: 'see',
            icon: 'eye',
            label: words.see,
            run: () => void window.open(new URL(link.url, location.origin).pathname, '_blank', 'noopener'),
          },
          {
            id: 'show',
            icon: 'folder',
            label: words.show1,
            run: () => navigate(openAddress(target.root, target.id)),
          },
        ] satisfies MenuItem[])
      : []),
    ...(isOff && target
      ? [
          {
            id: 'on',
            icon: 'unlock' as const,
            label: words.turnOn,
            run: () =>
              void saveLink(link, { login_required: false }, { login_required: true }, words.turnedOn),
          },
        ]
      : []),
    'line',
    { id: 'end', icon: 'trash', bad: true, label: words.end, run: onEnd },
  ]
  return (
    <li className={isChosen ? 'links-row links-chosen' : 'links-row'}>
      <input type="checkbox" checked={isChosen} aria-label={words.select(name)} onChange={onToggle} />
      <FileIcon item={item} />
      <span className="links-what">
        <strong>
          {target ? (
            <Link href={openAddress(target.root, target.id)}>
              <bdi>{name}</bdi>
            </Link>
          ) : (
            <bdi>{name}</bdi>
          )}
        </strong>
        <LinkFacts link={link} />
      </span>
      <span className="links-acts">
        {!link.login_required && (
          <Button icon="lock" onClick={() => void turnOffAll([link])}>
            {link.subscribers.length > 0 ? words.makePrivate : words.turnOff}
          </Button>
        )}
        {link.url !== '' && !isOff && (
          <Button icon="copy" onClick={() => void copyText(link.url, t.share.copied)}>
            {t.share.copy}
          </Button>
        )}
        <MenuButton icon="more" label={words.actionsOf(name)} items={menu} />
      </span>
    </li>
  )
}
