import { drawingOf } from '@holdfast/api/files/file-kinds'
import { Icon, type IconName } from './icon.tsx'

/** By its name alone: what is in it may be something else. */
export const iconOf = (item: { type: string; name: string }): IconName =>
  item.type === 'folder' ? 'folder' : drawingOf(item.name)

export const FileIcon = ({ item, large }: { item: { type: string; name: string }; large?: boolean }) => {
  const icon = iconOf(item)
  return (
    <span className={`file-icon file-icon-${icon}`}>
      <Icon name={icon} {...(large && { large })} />
    </span>
  )
}
