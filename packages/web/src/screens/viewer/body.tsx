import { isText, kindOf } from '@holdfast/api/files/file-kinds'
import type { File } from '@holdfast/api/files/files'
import type { RootId } from '@holdfast/api/ids'
import { useState } from 'react'
import { useRules } from '../../data/files/folder.ts'
import { type ContentAt, viewAddress } from '../../files/content/read.ts'
import { thumbnailAddress } from '../../files/content/thumbnail.ts'
import { WhomToAsk } from '../../files/sharing/whom-to-ask.tsx'
import { beginWords } from '../../messages/begin-words.ts'
import { formatExactTime, formatSize, shownName } from '../../messages/format.ts'
import { t } from '../../messages/words.ts'
import { FileIcon } from '../../ui/file-icon.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Picture } from './picture.tsx'
import { Text } from './text.tsx'

const LARGE = 1024 * 1024

interface BodyProps {
  at: ContentAt
  file: File
  /** Of the content that is shown, which may be an earlier one. */
  size: number
  saveAddress: string | undefined
}

/** The content of one file in the way of its kind; facts and a way to save it where it cannot be shown. */
export function Body({ at, file, size, saveAddress }: BodyProps) {
  const { data: rules } = useRules(at.root)
  const [isBroken, setBroken] = useState(false)
  const kind = kindOf(file.name)
  const name = shownName(file.name)
  const src = viewAddress(at)
  // One that is small itself is there as soon.
  const first = size > LARGE ? thumbnailAddress(at, { name: file.name, size }, 1024) : undefined
  const broken = () => setBroken(true)
  const instead = (why: string) => (
    <Facts root={at.root} file={file} size={size} why={why} saveAddress={saveAddress} />
  )
  if (rules?.preview === false) return instead(t.viewer.previewsOff)
  if (isBroken) return instead(t.viewer.broken)
  if (isText(kind)) return <Text at={at} name={name} kind={kind} size={size} instead={instead} />
  switch (kind) {
    case 'picture':
      return <Picture src={src} first={first} name={name} onBroken={broken} />
    case 'pdf':
      return navigator.pdfViewerEnabled ? (
        <iframe className="viewer-frame" src={src} title={name} />
      ) : (
        <div className="viewer-note">
          <FileIcon item={file} large />
          <p>{t.viewer.pdfElsewhere}</p>
          <p className="soft">
            {formatSize(size)} · {formatExactTime(file.modified)}
          </p>
          <p className="viewer-choices">
            <a className="button button-primary" href={src} target="_blank" rel="noopener noreferrer">
              {t.viewer.openPdf}
            </a>
            {saveAddress !== undefined && (
              <a className="button" href={saveAddress} download>
                {t.viewer.save}
              </a>
            )}
          </p>
        </div>
      )
    case 'video':
      return (
        // biome-ignore lint/a11y/useMediaCaption: people's own films come without
        <video className="viewer-video" src={src} controls aria-label={name} onError={broken} />
      )
    case 'audio':
      return (
        <div className="viewer-note">
          <Icon name="audio" large />
          {/* biome-ignore lint/a11y/useMediaCaption: people's own records come without */}
          <audio className="viewer-audio" src={src} controls aria-label={name} onError={broken} />
        </div>
      )
    default:
      return instead(t.viewer.notShown)
  }
}

interface FactsProps {
  root: RootId
  file: File
  size: number
  why: string
  saveAddress: string | undefined
}

/** What it is, and what one can do where it cannot be shown. */
const Facts = ({ root, file, size, why, saveAddress }: FactsProps) => (
  <div className="viewer-note">
    <FileIcon item={file} large />
    <p>{why}</p>
    <p className="soft">
      {formatSize(size)} · {formatExactTime(file.modified)}
    </p>
    {saveAddress === undefined ? (
      <>
        <p>{beginWords().viewer.noDownload}</p>
        <WhomToAsk root={root} />
      </>
    ) : (
      <p className="soft">{beginWords().viewer.download}</p>
    )}
    {saveAddress !== undefined && (
      <a className="button button-primary" href={saveAddress} download>
        {t.viewer.save}
      </a>
    )}
  </div>
)
