import { Icon, type IconName } from './icon.tsx'

const KINDS: readonly [RegExp, IconName][] = [
  [/\.(png|jpe?g|gif|webp|avif|bmp|heic|heif|tiff?|psd|svg|raw)$/i, 'image'],
  [/\.(mp4|webm|mov|avi|mkv|m4v|wmv)$/i, 'video'],
  [/\.(mp3|wav|ogg|flac|m4a|aac|wma|aiff?|opus)$/i, 'audio'],
  [/\.(zip|7z|rar|tar|gz|tgz|bz2|xz|zst)$/i, 'zip'],
  [/\.(csv|xlsx?|ods|numbers|tsv)$/i, 'table'],
  [
    /\.(txt|md|docx?|odt|rtf|pages|tex|pdf|log|json|xml|html?|css|[jt]sx?|py|sh|ya?ml|ini|sql|toml)$/i,
    'text',
  ],
]

/** By its name alone: what is in it may be something else. */
export const iconOf = (item: { type: string; name: string }): IconName =>
  item.type === 'folder' ? 'folder' : (KINDS.find(([pattern]) => pattern.test(item.name))?.[1] ?? 'file')

export const FileIcon = ({ item, large }: { item: { type: string; name: string }; large?: boolean }) => {
  const icon = iconOf(item)
  return (
    <span className={`file-icon file-icon-${icon}`}>
      <Icon name={icon} {...(large && { large })} />
    </span>
  )
}
