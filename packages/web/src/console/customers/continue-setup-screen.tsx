import type { OrganizationMay } from '@holdfast/api/accounts/organization-may'
import { Link } from 'wouter'
import { begunCustomer } from '../../core/console/begun-customer.ts'
import { consoleAddress } from '../../core/console/places.ts'
import { type CustomerStep, isOpen, noteStep, useCustomerSetup } from '../../data/console/customer-setup.ts'
import { refreshConsole } from '../../data/console/table.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import { Failed } from '../../ui/answers/failed.tsx'
import { Button } from '../../ui/button.tsx'
import { CustomerSteps } from './customer-steps.tsx'
import { useCustomerRun } from './run-customer.ts'

/** What is left to do for a customer whose setup somebody began. */
export function ContinueSetupScreen({ place }: { place: OrganizationMay }) {
  const { data, error, refetch } = useCustomerSetup(place.id, true)
  if (error && !data) return <Failed error={error} onRetry={() => void refetch()} />
  if (!data) return <div className="table-coming" aria-hidden="true" />
  return <Steps place={place} kept={data} />
}

function Steps({ place, kept }: { place: OrganizationMay; kept: readonly CustomerStep[] }) {
  const words = consoleWords().customers.steps
  const run = useCustomerRun(place.id, begunCustomer(place, kept))
  const list = kept.find(({ step }) => step === 'people')
  const skip = async () => {
    await noteStep(place.id, 'people', 'skipped')
    await refreshConsole()
  }
  return (
    <>
      {run.customer && (
        <CustomerSteps
          customer={run.customer}
          id={place.id}
          steps={run.steps}
          withheld={run.withheld}
          imported={undefined}
          onRetry={run.retry}
          onChange={run.setCustomer}
        />
      )}
      {list && isOpen(list) && (
        <section className="console-part">
          <p>{words.listNotKept(list.value ?? '')}</p>
          <p className="console-buttons">
            <Link href={consoleAddress(place.id, 'people/import')} className="button button-plain">
              {words.importList}
            </Link>
            <Button onClick={() => void skip()}>{words.listDone}</Button>
          </p>
        </section>
      )}
    </>
  )
}
