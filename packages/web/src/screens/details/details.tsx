import type { Permission } from '@holdfast/api/files/files'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { PANELS, type Panel } from '../../core/addresses/routes.ts'
import { ownPersonId } from '../../data/service/session.ts'
import type { DetailsProps } from '../../files/content/details-of.ts'
import { StarButton } from '../../files/found/star-button.tsx'
import { openShare } from '../../files/sharing/open-share.ts'
import { shownName } from '../../messages/format.ts'
import { t } from '../../messages/words.ts'
import { IconButton } from '../../ui/button.tsx'
import { FileIcon } from '../../ui/file-icon.tsx'
import { Access } from './access.tsx'
import { Activity } from './activity.tsx'
import { Facts } from './facts.tsx'
import { ItemLinks } from './item-links.tsx'
import { Safety } from './safety.tsx'
import { Versions } from './versions.tsx'
import './details.css'

/** All about one item, beside the list. */
export function Details({ root, item, onPanel, onClose, ...props }: DetailsProps) {
  const id = useId()
  const tabs = useRef<HTMLDivElement>(null)
  const may = (permission: Permission) => !item.is_deleted && props.permissions.includes(permission)
  const isThere: Partial<Record<Panel, boolean>> = {
    versions: item.type === 'file',
    access: may('FILE_MANAGE'),
    links: may('FILE_SHARE') || may('FILE_MANAGE'),
    // Guests and those who see folders only are told nothing about the rest.
    safety: ownPersonId() !== undefined && props.permissions.includes('FILE_VIEW'),
  }
  const panels = PANELS.filter((panel) => isThere[panel] !== false)
  const panel = panels.find((one) => one === props.panel) ?? 'details'
  const name = shownName(item.name)
  const move = (event: KeyboardEvent) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    const next = by && panels.at((panels.indexOf(panel) + by) % panels.length)
    if (!next) return
    event.preventDefault()
    onPanel(next)
    tabs.current?.querySelector<HTMLElement>(`[data-panel=${next}]`)?.focus()
  }
  const shared = { type: item.type, root, id: item.id, name: item.name, path: item.path }
  const common = { root, permissions: props.permissions, onChanged: props.onChanged }
  return (
    <aside className="details" aria-label={t.details.label(name)}>
      <header className="details-head">
        <FileIcon item={item} />
        <h2>
          <bdi>{name}</bdi>
        </h2>
        {ownPersonId() !== undefined && !item.is_deleted && <StarButton item={item} />}
        {may('FILE_SHARE') && (
          <IconButton icon="share" label={t.share.action} onClick={() => void openShare(shared)} />
        )}
        <IconButton icon="close" label={t.general.close} onClick={onClose} />
      </header>
      <div
        ref={tabs}
        className="details-tabs"
        role="tablist"
        aria-label={t.details.label(name)}
        onKeyDown={move}
      >
        {panels.map((one) => (
          <button
            key={one}
            type="button"
            role="tab"
            id={`${id}-${one}`}
            data-panel={one}
            aria-selected={one === panel}
            aria-controls={`${id}-panel`}
            tabIndex={one === panel ? 0 : -1}
            onClick={() => onPanel(one)}
          >
            {t.details.tabs[one]}
          </button>
        ))}
      </div>
      <div className="details-panel" role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${panel}`}>
        {panel === 'versions' && item.type === 'file' ? (
          <Versions key={item.id} {...common} file={item} onLook={props.onLook} />
        ) : panel === 'access' ? (
          <Access key={item.id} item={shared} />
        ) : panel === 'links' ? (
          <ItemLinks key={item.id} item={shared} manages={may('FILE_MANAGE')} mayShare={may('FILE_SHARE')} />
        ) : panel === 'activity' ? (
          <Activity key={item.id} root={root} item={item} onLook={props.onLook} />
        ) : panel === 'safety' ? (
          <Safety key={item.id} root={root} item={item} permissions={props.permissions} onPanel={onPanel} />
        ) : (
          <>
            {props.picture && <Picture key={props.picture} address={props.picture} />}
            <Facts key={item.id} {...common} item={item} />
          </>
        )}
      </div>
    </aside>
  )
}

/** What is in it; nothing where that cannot be shown. */
function Picture({ address }: { address: string }) {
  const [isBroken, setBroken] = useState(false)
  if (isBroken) return null
  return <img className="details-picture" src={address} alt="" onError={() => setBroken(true)} />
}
