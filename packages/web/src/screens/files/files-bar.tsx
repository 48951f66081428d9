import type { FilesPlace } from '../../core/addresses/routes.ts'
import { NOTHING } from '../../core/list/selection.ts'
import { getSettings } from '../../data/account/settings.ts'
import { ACTIONS, type ActionId, actionsFor, type Chosen, keysOf } from '../../files/actions/table.ts'
import { chooseFiles } from '../../files/upload/uploading.ts'
import { formatCount, formatSize } from '../../messages/format.ts'
import { t } from '../../messages/words.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { MenuButton, type MenuItem } from '../../ui/menu.tsx'
import type { Desk } from './use-desk.ts'

interface FilesBarProps {
  place: FilesPlace
  chosen: Chosen
  desk: Desk
}

/** Those that stand in the bar itself; the rest is under «More». */
const FIRST: readonly ActionId[] = ['share', 'download', 'moveTo', 'rename', 'restore', 'delete']
const SORTS = ['name', 'modified', 'size'] as const

/** What can be done here, or with what is chosen. */
export const FilesBar = (props: FilesBarProps) =>
  props.chosen.count > 0 ? <ChosenBar {...props} /> : <FolderBar {...props} />

function ChosenBar({ chosen, desk }: FilesBarProps) {
  const available = actionsFor(chosen)
  const sizes = chosen.items.length === chosen.count && chosen.items.every((item) => item.type === 'file')
  const size = sizes
    ? formatSize(chosen.items.reduce((sum, item) => sum + (item.type === 'file' ? item.size : 0), 0))
    : undefined
  const rest = available.filter(({ id }) => !FIRST.includes(id) && id !== 'selectAll')
  return (
    <div className="files-bar files-bar-chosen" role="toolbar" aria-label={t.files.actions}>
      <IconButton icon="close" label={t.files.selectNone} onClick={() => desk.select(NOTHING)} />
      <span className="files-count" role="status">
        {t.files.selected(formatCount(chosen.count), size)}
      </span>
      {FIRST.flatMap((id) => {
        const action = available.find((one) => one.id === id)
        if (!action) return []
        return [
          <Button
            key={id}
            icon={action.icon}
            kind={action.bad ? 'bad' : 'plain'}
            onClick={() => void desk.run(id)}
          >
            {action.words(chosen)}
          </Button>,
        ]
      })}
      {rest.length > 0 && (
        <MenuButton
          icon="more"
          label={t.general.more}
          items={() =>
            rest.map(({ id, icon, words }): MenuItem => {
              const keys = keysOf(id, getSettings().letters)
              return {
                id,
                icon,
                label: words(chosen),
                run: () => void desk.run(id),
                ...(keys && { keys }),
              }
            })
          }
        />
      )}
    </div>
  )
}

function FolderBar({ place, chosen, desk }: FilesBarProps) {
  const can = (id: ActionId) => ACTIONS.find((action) => action.id === id)?.available(chosen) ?? false
  const { sort, descending, view = 'list', deleted } = place
  const takePicture: MenuItem = {
    id: 'picture',
    label: t.files.takePicture,
    icon: 'image',
    run: () => chooseFiles(desk.here, 'picture'),
  }
  const newFolder: MenuItem = {
    id: 'newFolder',
    label: t.files.newFolder,
    icon: 'folderAdd',
    run: () => void desk.run('newFolder'),
  }
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
        <span className="files-upload">
          <Button kind="primary" icon="upload" onClick={() => void desk.run('upload')}>
            {t.files.upload}
          </Button>
          <MenuButton icon="down" label={t.files.uploadFolder} items={adding} />
        </span>
      )}
      {can('newFolder') && (
        <span className="files-new-folder">
          <Button icon="folderAdd" onClick={() => void desk.run('newFolder')}>
            {t.files.newFolder}
          </Button>
        </span>
      )}
      {can('share') && (
        <span className="files-new-folder">
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
      <IconButton
        icon={view === 'list' ? 'grid' : 'list'}
        label={view === 'list' ? t.files.asGrid : t.files.asList}
        onClick={() => desk.go({ view: view === 'list' ? 'grid' : 'list' }, true)}
      />
    </div>
  )
}
