import type { OrganizationId } from '@holdfast/api/ids'
import { useState } from 'react'
import { consoleWords } from '../../messages/console/console-words.ts'
import { shownName } from '../../messages/format.ts'
import { Button } from '../../ui/button.tsx'
import { SwitchDialog } from '../parts/switch-dialog.tsx'

interface PolicySourceProps {
  from: { id: OrganizationId; name: string } | undefined
  onChange: (from: PolicySourceProps['from']) => void
}

/** Whose policy a new customer begins with. */
export function PolicySource({ from, onChange }: PolicySourceProps) {
  const { form: words } = consoleWords().customers
  const [isChoosing, setChoosing] = useState(false)
  return (
    <>
      <p>{from ? words.policyOf(shownName(from.name)) : words.policyDefault}</p>
      <p className="console-buttons">
        <Button icon="copy" onClick={() => setChoosing(true)}>
          {words.copyPolicy}
        </Button>
        {from && <Button onClick={() => onChange(undefined)}>{words.noCopy}</Button>}
      </p>
      {isChoosing && (
        <SwitchDialog
          title={words.copyPolicyTitle}
          onChoose={({ id, name }) => {
            onChange({ id, name })
            setChoosing(false)
          }}
          onClose={() => setChoosing(false)}
        />
      )}
    </>
  )
}
