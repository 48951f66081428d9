import type { OrganizationMay } from '@holdfast/api/accounts/organization-may'
import type { AlertRule } from '@holdfast/api/oversight/alert-rules'
import { useState } from 'react'
import { sendTest, turnRule, useRules } from '../../data/console/alert-rules.ts'
import { problemOf } from '../../data/service/errors.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import { t } from '../../messages/words.ts'
import { toast } from '../../platform/toasts.ts'
import { ProblemScreen } from '../../ui/answers/problem-screen.tsx'
import { Button } from '../../ui/button.tsx'
import { MenuButton } from '../../ui/menu.tsx'
import { Tag } from '../parts/tag.tsx'
import { RuleDialogs, type Wanted } from './rule-dialogs.tsx'
import { ruleFacts, ruleName } from './rule-words.ts'
import './rules.css'

/** Who is told of what. */
export function RulesScreen({ place }: { place: OrganizationMay }) {
  const words = consoleWords().alertRules
  const [wanted, setWanted] = useState<Wanted>()
  const { data: rules, error, refetch } = useRules(place.id)
  if (!rules)
    return error ? (
      <ProblemScreen error={error} onRetry={() => void refetch()} />
    ) : (
      <p className="soft">{t.general.loading}</p>
    )
  return (
    <>
      <header className="console-head">
        <h1>{words.title}</h1>
        <span className="console-acts">
          <Button kind="primary" icon="add" onClick={() => setWanted({ what: 'edit' })}>
            {words.add}
          </Button>
        </span>
      </header>
      <p className="soft">{words.why}</p>
      {rules.length === 0 ? (
        <p className="soft">{words.empty}</p>
      ) : (
        <ul className="console-rows rules">
          {rules.map((rule) => (
            <li key={rule.id}>
              <span className="console-row-what">
                <strong>{ruleName(rule)}</strong>
                <small>{ruleFacts(rule).join(' · ')}</small>
              </span>
              <RuleState rule={rule} />
              <MenuButton
                icon="more"
                label={consoleWords().table.actionsOf(ruleName(rule))}
                items={() => menuOf(rule, setWanted)}
              />
            </li>
          ))}
        </ul>
      )}
      {wanted && <RuleDialogs place={place} wanted={wanted} onWanted={setWanted} />}
    </>
  )
}

function RuleState({ rule }: { rule: AlertRule }) {
  const words = consoleWords().alertRules
  if (!rule.enabled) return <Tag kind="soft">{words.off}</Tag>
  if (rule.webhook_failing) return <Tag kind="bad">{words.failing}</Tag>
  if (rule.standing > 0) return <Tag kind="warn">{words.standing(rule.standing)}</Tag>
  return <Tag kind="good">{words.on}</Tag>
}

function menuOf(rule: AlertRule, want: (wanted: Wanted) => void) {
  const words = consoleWords().alertRules
  const turn = async () => {
    try {
      await turnRule(rule, !rule.enabled)
      toast(rule.enabled ? words.turnedOff : words.turnedOn)
    } catch (error) {
      toast(problemOf(error).words, { bad: true })
    }
  }
  const test = async () => {
    try {
      want({ what: 'tested', rule, results: await sendTest(rule) })
    } catch (error) {
      toast(problemOf(error).words, { bad: true })
    }
  }
  return [
    { id: 'edit', label: words.edit, run: () => want({ what: 'edit', rule }) },
    { id: 'test', label: words.test, run: () => void test() },
    { id: 'deliveries', label: words.deliveries, run: () => want({ what: 'deliveries', rule }) },
    ...(rule.webhook_url === null
      ? []
      : [{ id: 'secret', label: words.newSecret, run: () => want({ what: 'renew', rule }) }]),
    { id: 'turn', label: rule.enabled ? words.turnOff : words.turnOn, run: () => void turn() },
    ...(rule.shipped
      ? []
      : [{ id: 'delete', label: words.delete, bad: true, run: () => want({ what: 'delete', rule }) }]),
  ]
}
