import type { Brand } from '@holdfast/api/accounts/brand'
import type { OrganizationMay } from '@holdfast/api/accounts/organization-may'
import { useState } from 'react'
import { useBrand } from '../../data/console/appearance.ts'
import { may } from '../../data/console/places.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import { shownName } from '../../messages/format.ts'
import { t } from '../../messages/words.ts'
import { ProblemScreen } from '../../ui/answers/problem-screen.tsx'
import { ColorSection } from './color-section.tsx'
import { LogoSection } from './logo-section.tsx'
import { Samples } from './samples.tsx'
import './appearance.css'

/** How people see an organization. */
export function AppearanceScreen({ place }: { place: OrganizationMay }) {
  const words = consoleWords().appearance
  const { data: brand, error, refetch } = useBrand(place.id)
  return (
    <>
      <header className="console-head">
        <h1>{words.title}</h1>
      </header>
      {brand ? (
        <Appearance key={brand.color} place={place} brand={brand} />
      ) : error ? (
        <ProblemScreen error={error} onRetry={() => void refetch()} />
      ) : (
        <p className="soft">{t.general.loading}</p>
      )}
    </>
  )
}

function Appearance({ place, brand }: { place: OrganizationMay; brand: Brand }) {
  const words = consoleWords().appearance
  const [color, setColor] = useState(brand.color)
  const isOpen = may(place, 'brand')
  return (
    <>
      {isOpen ? <p className="soft">{words.why}</p> : <Kept place={place} />}
      <div className="console-two">
        <div className="console-column">
          <ColorSection place={place} brand={brand} color={color} onColor={isOpen ? setColor : undefined} />
          <LogoSection place={place} brand={brand} isOpen={isOpen} />
        </div>
        <Samples brand={brand} color={color} />
      </div>
    </>
  )
}

/** Why nothing can be changed, and who can change that. */
function Kept({ place }: { place: OrganizationMay }) {
  const { appearance: words, overview } = consoleWords()
  const kept = place.not.find(({ action }) => action === 'brand')
  const by = kept?.by && kept.by.id !== place.id && shownName(kept.by.name)
  if (kept?.why !== 'policy') return null
  return <p className="note">{by ? `${words.kept(by)} ${overview.ask(by)}` : words.keptHere}</p>
}
