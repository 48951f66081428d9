import type { OrganizationMay } from '@holdfast/api/accounts/organization-may'
import { usePolicy } from '../../data/console/policies.ts'
import { t } from '../../messages/words.ts'
import { ProblemScreen } from '../../ui/answers/problem-screen.tsx'
import { PolicyForm } from './policy-form.tsx'
import './policies.css'

/** The policy of an organization. */
export function PoliciesScreen({ place }: { place: OrganizationMay }) {
  const { data: policy, error, refetch } = usePolicy(place.id)
  if (!policy)
    return error ? (
      <ProblemScreen error={error} onRetry={() => void refetch()} />
    ) : (
      <p className="soft">{t.general.loading}</p>
    )
  return <PolicyForm place={place} policy={policy} onReload={() => void refetch()} />
}
