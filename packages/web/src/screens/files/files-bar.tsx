import { useEffect } from 'react'
import type { FilesPlace } from '../../core/addresses/routes.ts'
import { NOTHING } from '../../core/list/selection.ts'
import { addsUnseen } from '../../core/sharing/own-role.ts'
import { getSettings } from '../../data/account/settings.ts'
import { mayCreateShares } from '../../data/service/session.ts'
import { menuOf } from '../../files/actions/menu-of.ts'
import { ACTIONS, type ActionId, actionsFor, type Chosen } from '../../files/actions/table.ts'
import { openNewShare } from '../../files/sharing/open-new.ts'
import { choosing } from '../../files/upload/choosing.ts'
import { chooseFiles, takePhoto } from '../../files/upload/uploading.ts'
import { formatCount, formatSize } from '../../messages/format.ts'
import { t } from '../../messages/words.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { MenuButton, type MenuItem } from '../../ui/menu.tsx'
import { SplitButton } from '../../ui/split-button.tsx'
import type { Desk } from './use-desk.ts'

interface FilesBarProps {
  place: FilesPlace
  chosen: Chosen
  desk: Desk
}

/** Those that stand in the bar itself; the rest is under «More». */
const FIRST: readonly ActionId[] = ['share', 'download', 'moveTo', 'rename', 'restore', 'delete']
/** Of them, those that a phone has room for. */
const FIRST_OF_PHONE: readonly ActionId[] = ['share', 'download', 'restore', 'delete']
const isPhone = () => matchMedia('(max-width: 48rem)').matches
const SORTS = ['name', 'modified', 'size'] as const

/** What can be done here, or with what is chosen. */
export const FilesBar = (props: FilesBarProps) =>
  props.chosen.count > 0 ? <ChosenBar {...props} /> : <FolderBar {...props} />

function ChosenBar({ chosen, desk }: FilesBarProps) {
  useEffect(() => {
    choosing.set(true)
    return () => choosing.set(false)
  }, [])
  const available = actionsFor(chosen)
  const sizes = chosen.items.flatMap((item) => item.size ?? [])
  const size =
    sizes.length === chosen.count ? formatSize(sizes.reduce((sum, one) => sum + one, 0)) : undefined
  const { letters } = getSettings()
  const besides = (without: readonly ActionId[]) => menuOf(chosen, { letters, run: desk.run, without })
  return (
    <div className="files-bar files-bar-chosen" role="toolbar" aria-label={t.files.actions}>
      <IconButton icon="close" label={t.files.selectNone} onClick={() => desk.select(NOTHING)} />
      <span className="files-count" role="status">
        {t.files.selected(formatCount(chosen.count), undefined)}
        {size !== undefined && <span className="files-wide">, {size}</span>}
      </span>
      {FIRST.flatMap((id) => {
        const action = available.find((one) => one.id === id)
        if (!action) return []
        return [
          <span key={id} className={FIRST_OF_PHONE.includes(id) ? 'files-act' : 'files-act files-wide'}>
            <Button icon={action.icon} kind={action.bad ? 'bad' : 'plain'} onClick={() => void desk.run(id)}>
              {action.words(chosen)}
            </Button>
          </span>,
        ]
      })}
      {chosen.permissions.includes('FILE_PREVIEW') && <span className="soft">{t.files.noDownload}</span>}
      {besides(FIRST_OF_PHONE).length > 0 && (
        <MenuButton
          icon="more"
          label={t.general.more}
          items={() => besides(isPhone() ? FIRST_OF_PHONE : FIRST)}
        />
      )}
    </div>
  )
}

function FolderBar({ place, chosen, desk }: FilesBarProps) {
  const can = (id: ActionId) => ACTIONS.find((action) => action.id === id)?.available(chosen) ?? false
  const seesFiles = !addsUnseen(chosen.permissions)
  const { sort, descending, view = 'list', deleted } = place
  const takePicture: MenuItem = {
    id: 'picture',
    label: t.files.takePicture,
    icon: 'image',
    run: () => takePhoto(desk.here),
  }
  const newFolder: MenuItem = {
    id: 'newFolder',
    label: t.files.newFolder,
    icon: 'folderAdd',
    run: () => void desk.run('newFolder'),
  }
  const requestFiles: MenuItem[] = can('requestFiles')
    ? [
        {
          id: 'requestFiles',
          label: t.files.requestFiles,
          icon: 'mail',
          run: () => void desk.run('requestFiles'),
        },
      ]
    : []
  const newShare: MenuItem[] = mayCreateShares()
    ? [{ id: 'newShare', label: t.team.create, icon: 'people', run: openNewShare }]
    : []
  const adding = (): MenuItem[] => [
    { id: 'files', label: t.files.uploadFiles, icon: 'other', keys: 'U', run: () => chooseFiles(desk.here) },
    {
      id: 'folder',
      label: t.files.uploadFolder,
      icon: 'folder',
      run: () => chooseFiles(desk.here, 'folder'),
    },
  ]
  const addingByHand = (): MenuItem[] => [
    ...(can('upload') ? [...adding(), takePicture] : []),
    ...(can('newFolder') ? [newFolder] : []),
    ...requestFiles,
    ...newShare,
  ]
  return (
    <div className="files-bar" role="toolbar" aria-label={t.files.actions}>
      {(can('upload') || can('newFolder')) && (
        <span className="files-add">
          <MenuButton icon="add" label={t.files.add} items={addingByHand}>
            <Icon name="add" />
          </MenuButton>
        </span>
      )}
      {can('upload') && (
        <span className="files-wide">
          <SplitButton
            icon="upload"
            label={t.files.upload}
            onClick={() => void desk.run('upload')}
            menuLabel={t.files.uploadMore}
            items={() => [...adding(), ...requestFiles, ...newShare]}
          />
        </span>
      )}
      {can('newFolder') && (
        <span className="files-wide">
          <Button icon="folderAdd" onClick={() => void desk.run('newFolder')}>
            {t.files.newFolder}
          </Button>
        </span>
      )}
      {can('share') && (
        <span className="files-wide">
          <Button icon="share" onClick={() => void desk.run('share')}>
            {t.share.action}
          </Button>
        </span>
      )}
      {can('paste') && (
        <Button icon="add" onClick={() => void desk.run('paste')}>
          {t.files.paste}
        </Button>
      )}
      <span className="files-gap" />
      {can('history') && (
        <IconButton icon="clock" label={t.history.open} onClick={() => void desk.run('history')} />
      )}
      {seesFiles && (
        <MenuButton
          icon="sort"
          label={t.files.sortBy}
          items={() => [
            ...SORTS.map(
              (key): MenuItem => ({
                id: key,
                label: t.files[key],
                checked: sort === key,
                run: () => desk.go({ sort: key }),
              }),
            ),
            'line',
            {
              id: 'asc',
              label: t.files.ascending,
              checked: !descending,
              run: () => desk.go({ descending: false }),
            },
            {
              id: 'desc',
              label: t.files.descending,
              checked: descending,
              run: () => desk.go({ descending: true }),
            },
            'line',
            {
              id: 'deleted',
              label: t.files.showDeleted,
              checked: deleted,
              run: () => desk.go({ deleted: !deleted }),
            },
          ]}
        />
      )}
      {seesFiles && (
        <IconButton
          icon={view === 'list' ? 'grid' : 'list'}
          label={view === 'list' ? t.files.asGrid : t.files.asList}
          onClick={() => desk.go({ view: view === 'list' ? 'grid' : 'list' }, true)}
        />
      )}
    </div>
  )
}
