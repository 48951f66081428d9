import type { Sharelink } from '@holdfast/api/sharing/links'
import { useLocation, useSearch } from 'wouter'
import { linkAddress, openAddress } from '../../core/addresses/routes.ts'
import { itemOf, sharedBy, visitorsPageOf } from '../../core/sharing/item.ts'
import { useRequest } from '../../data/sharing/requests.ts'
import { saveLink } from '../../files/sharing/link-acts.ts'
import { openRequest } from '../../files/sharing/open-request.ts'
import { openShare } from '../../files/sharing/open-share.ts'
import { shownName } from '../../messages/format.ts'
import { requestWords } from '../../messages/request-words.ts'
import { t } from '../../messages/words.ts'
import { Button } from '../../ui/button.tsx'
import { copyText } from '../../ui/copy-text.ts'
import { MenuButton, type MenuItem } from '../../ui/menu.tsx'
import { nameOf } from './link-name.tsx'
import { turnOffAll } from './turn-off-all.ts'

interface LinkActsProps {
  link: Sharelink
  onEnd: () => void
  /** Whether it is one of a list. */
  isListed: boolean
}

/** What can be done with one's own link. */
export function LinkActs({ link, onEnd, isListed }: LinkActsProps) {
  const [, navigate] = useLocation()
  const query = useSearch()
  const target = sharedBy(link)
  const words = t.share.links
  const hasRequest = Boolean(useRequest(link).data)
  const isOff = link.login_required && link.subscribers.length === 0
  const menu = (): (MenuItem | 'line')[] => [
    ...(isListed
      ? [
          {
            id: 'one',
            icon: 'info' as const,
            label: t.general.details,
            run: () => navigate(linkAddress(link.id) + (query && `?${query}`)),
          },
        ]
      : []),
    ...(target
      ? ([
          hasRequest
            ? {
                id: 'request',
                icon: 'mail',
                label: requestWords().show,
                run: () => void openRequest(target, link.id),
              }
            : { id: 'change', icon: 'edit', label: words.change, run: () => void openShare(target) },
          {
            id: 'see',
            icon: 'eye',
            label: words.see,
            run: () => void window.open(visitorsPageOf(link.url), '_blank', 'noopener'),
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
              void saveLink(
                link,
                { login_required: false },
                { login_required: true },
                words.turnedOn(nameOf(link)),
              ),
          },
        ]
      : []),
    'line',
    { id: 'end', icon: 'trash', bad: true, label: words.end, run: onEnd },
  ]
  return (
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
      <MenuButton
        icon="more"
        label={words.actionsOf(shownName(itemOf(link).name) || words.gone)}
        items={menu}
      />
    </span>
  )
}
