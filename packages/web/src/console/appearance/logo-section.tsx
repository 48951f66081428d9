import { type Brand, LOGO_BYTES } from '@holdfast/api/accounts/brand'
import type { OrganizationMay } from '@holdfast/api/accounts/organization-may'
import { useState } from 'react'
import { isLogoFile } from '../../core/console/logo-file.ts'
import { ownLogoOf } from '../../core/own-logo.ts'
import { loadLogo, removeLogo, sendLogo } from '../../data/console/appearance.ts'
import { codeOf, problemOf } from '../../data/service/errors.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import { shownName } from '../../messages/format.ts'
import { toast } from '../../platform/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { ListFile } from '../parts/list-file.tsx'

interface LogoSectionProps {
  place: OrganizationMay
  brand: Brand
  isOpen: boolean
}

const PICTURES = 'image/png,image/webp'

/** The picture that stands for the name. */
export function LogoSection({ place, brand, isOpen }: LogoSectionProps) {
  const words = consoleWords().appearance
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const { logo, own_logo: own } = brand
  const isOwn = ownLogoOf(brand) !== undefined
  const from = brand.inherited?.logo_from && shownName(brand.inherited.logo_from.name)
  /** Does something, and offers the logo that was there before. */
  const change = async (does: () => Promise<unknown>, done: string) => {
    setBusy(true)
    setProblem(undefined)
    try {
      const before = own && (await loadLogo(own))
      await does()
      const undo = async () => void (await (before ? sendLogo(place.id, before) : removeLogo(place.id)))
      toast(done, before || !own ? { undo } : {})
    } catch (error) {
      setProblem(codeOf(error) === 'invalid_request' ? words.unreadable : problemOf(error).words)
    }
    setBusy(false)
  }
  const choose = async (file: File) => {
    if (file.size > LOGO_BYTES) return setProblem(words.tooLarge)
    const start = await file
      .slice(0, 12)
      .arrayBuffer()
      .catch(() => undefined)
    if (!start || !isLogoFile(new Uint8Array(start))) return setProblem(words.notPicture)
    await change(() => sendLogo(place.id, file), words.logoSaved)
  }
  return (
    <section className="console-part">
      <h2>{words.logo}</h2>
      {problem && (
        <p className="note note-bad" role="alert">
          {problem}
        </p>
      )}
      {logo && (
        <p className="appearance-logo">
          <img
            className="logo"
            src={logo.url}
            width={logo.width}
            height={logo.height}
            alt={isOwn || !from ? shownName(brand.name) : from}
          />
        </p>
      )}
      <p className="soft">{!logo ? words.noLogo : isOwn || !from ? words.ownLogo : words.logoFrom(from)}</p>
      {isOpen && (
        <>
          <p className="soft">{words.logoWhy}</p>
          <p className="console-buttons">
            {isBusy ? (
              <Button busy>{words.sending}</Button>
            ) : (
              <ListFile accept={PICTURES} onFile={(file) => void choose(file)}>
                {own ? words.replace : words.choose}
              </ListFile>
            )}
            {own && !isBusy && (
              <Button onClick={() => void change(() => removeLogo(place.id), words.logoRemoved)}>
                {words.remove}
              </Button>
            )}
          </p>
        </>
      )}
    </section>
  )
}
