import type { Brand } from '@holdfast/api/accounts/brand'
import { useState } from 'react'
import { after } from '../../core/console/setup.ts'
import { useBrand } from '../../data/console/appearance.ts'
import { saveBrand, setStep } from '../../data/console/setup.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import { t } from '../../messages/words.ts'
import { Failed } from '../../ui/answers/failed.tsx'
import { Form } from '../../ui/answers/form.tsx'
import { Field } from '../../ui/field.tsx'
import type { StepProps } from './course.ts'

/** How people see the organization. */
export function BrandStep(props: StepProps) {
  const brand = useBrand(props.session.organization.id)
  return (
    <>
      <p>{consoleWords().welcome.brand.why}</p>
      {brand.data ? (
        <BrandForm {...props} brand={brand.data} />
      ) : brand.error ? (
        <Failed error={brand.error} onRetry={() => void brand.refetch()} />
      ) : (
        <p className="soft">{t.general.loading}</p>
      )}
    </>
  )
}

function BrandForm({ brand, session, setup, here, onGo }: StepProps & { brand: Brand }) {
  const words = consoleWords().welcome.brand
  const [name, setName] = useState(brand.name)
  const [color, setColor] = useState(brand.color)
  const send = async () => {
    await saveBrand(session.organization.id, { name: name.trim(), color })
    await setStep('brand', 'done')
    onGo(after(here, setup.steps))
  }
  return (
    <Form button={words.save} send={send}>
      <Field label={words.name} maxLength={255} value={name} onChange={setName} />
      <Field label={words.color} type="color" value={color} onChange={setColor} />
    </Form>
  )
}
