import { useState } from 'react'
import { t } from '../../messages/words.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'

interface DaysDialogProps {
  changed: string | undefined
  onClose: () => void
  onDone: (changed: string | undefined) => void
}

/** From one day to another; either can be left open. */
export function DaysDialog({ changed, onClose, onDone }: DaysDialogProps) {
  const [first = '', last = ''] = changed?.includes('..') ? changed.split('..') : []
  const [from, setFrom] = useState(first)
  const [to, setTo] = useState(last)
  const day = (label: string, value: string, set: (day: string) => void) => (
    <label className="field">
      <span>{label}</span>
      <input type="date" value={value} onChange={(event) => set(event.target.value)} />
    </label>
  )
  return (
    <Dialog title={t.find.betweenTitle} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          // Anyone who has them the wrong way round means the same days.
          const [begin, end] = from !== '' && to !== '' && from > to ? [to, from] : [from, to]
          onDone(begin === '' && end === '' ? undefined : `${begin}..${end}`)
          onClose()
        }}
      >
        {day(t.find.from, from, setFrom)}
        {day(t.find.to, to, setTo)}
        <p className="pick-actions">
          <Button kind="primary" type="submit">
            {t.find.apply}
          </Button>
        </p>
      </form>
    </Dialog>
  )
}
