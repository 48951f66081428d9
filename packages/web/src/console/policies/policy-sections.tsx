import { useEffect, useId, useState } from 'react'
import { useSearch } from 'wouter'
import { settingsWith } from '../../core/console/policy-draft.ts'
import { fieldsOf, type PolicySetting } from '../../core/console/policy-fields.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import { Icon } from '../../ui/icon.tsx'
import { PolicyRow } from './policy-row.tsx'

interface PolicySectionsProps extends Omit<Parameters<typeof PolicyRow>[0], 'setting'> {
  /** Another one, and all fields begin anew. */
  revision: string
}

/** All settings by their sections, or those that are looked for. */
export function PolicySections({ revision, ...props }: PolicySectionsProps) {
  const words = consoleWords().policies
  const [q, setQ] = useState('')
  const id = useId()
  const found = settingsWith(q, textOf)
  const count = found.reduce((sum, [, settings]) => sum + settings.length, 0)
  const goTo = (section: string) => document.getElementById(`${id}-${section}`)?.focus()
  const wanted = new URLSearchParams(useSearch()).get('section')
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, where an address leads to a section
  useEffect(() => {
    if (wanted) goTo(wanted)
  }, [wanted])
  return (
    <div className="policies">
      <nav className="policy-nav" aria-label={words.sectionsLabel}>
        <ul>
          {found.map(([section]) => (
            <li key={section}>
              <button type="button" onClick={() => goTo(section)}>
                {words.sections[section]}
              </button>
            </li>
          ))}
        </ul>
      </nav>
      <div className="policy-list">
        <search className="policy-find">
          <Icon name="search" />
          <input
            type="search"
            autoComplete="off"
            aria-label={words.find}
            placeholder={words.find}
            value={q}
            onChange={({ target }) => setQ(target.value)}
          />
          <span className="unseen" role="status">
            {q.trim() !== '' && words.found(count)}
          </span>
        </search>
        {count === 0 && <p className="soft">{words.noResults(q)}</p>}
        {found.map(([section, settings]) => (
          <section key={section} aria-labelledby={`${id}-${section}`}>
            <h2 id={`${id}-${section}`} tabIndex={-1}>
              {words.sections[section]}
            </h2>
            <ul className="policy-rows">
              {settings.map((setting) => (
                <PolicyRow key={`${setting.field} ${revision}`} {...props} setting={setting} />
              ))}
            </ul>
          </section>
        ))}
      </div>
    </div>
  )
}

/** In what it says, and in the names that administrators know from the API. */
function textOf(setting: PolicySetting): string {
  const { policies, policyFields } = consoleWords()
  const said = fieldsOf(setting).flatMap((field) => [
    policyFields[field].label,
    policyFields[field].help,
    field,
  ])
  return [policies.sections[setting.section], ...said].join(' ')
}
