import { signOutMachine, updateMachine } from '@holdfast/api/devices/fleet'
import {
  getMachine,
  getMachineStatus,
  type Machine,
  type MachineStatus,
} from '@holdfast/api/devices/machines'
import type { MachineId } from '@holdfast/api/ids'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { call } from '../../data/service/api.ts'
import { codeOf, isInTheWay } from '../../data/service/errors.ts'
import { formatMoment, shownName } from '../../messages/format.ts'
import { t } from '../../messages/words.ts'
import { toast } from '../../platform/toasts.ts'
import { Form } from '../../ui/answers/form.tsx'
import { ProblemScreen } from '../../ui/answers/problem-screen.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Fact, Time } from '../../ui/facts.tsx'
import { Choice, Field } from '../../ui/field.tsx'
import { Waiting } from './paged.tsx'
import { signInsChanged } from './sign-ins.ts'

/** One device: what it is, how far its files are in step, and the way to sign it out from afar. */
export function Device({ id }: { id: MachineId }) {
  const [asked, setAsked] = useState(false)
  const machine = useQuery({
    queryKey: ['machine', id],
    queryFn: ({ signal }) => call(getMachine, { machine_id: id }, { signal }),
    staleTime: 0,
  })
  const words = t.account.device
  if (isInTheWay(machine.error, machine.data !== undefined))
    return <ProblemScreen error={machine.error} onRetry={() => void machine.refetch()} />
  if (!machine.data) return <Waiting />
  return (
    <>
      <h1>
        <bdi>{machineName(machine.data)}</bdi>
      </h1>
      <Facts machine={machine.data} />
      <Name key={machine.data.nickname} machine={machine.data} />
      <h2>{words.signOut}</h2>
      <p className="soft">{words.signOutWhy}</p>
      <p>
        <Button kind="bad" icon="signOut" onClick={() => setAsked(true)}>
          {words.signOutButton}
        </Button>
      </p>
      {asked && <SignOut machine={machine.data} onClose={() => setAsked(false)} />}
    </>
  )
}

const machineName = ({ nickname, dns_name }: Pick<Machine, 'nickname' | 'dns_name'>): string =>
  shownName(nickname || dns_name || t.account.devices.someDevice)

function Facts({ machine }: { machine: Machine }) {
  const status = useQuery({
    queryKey: ['machine', machine.id, 'status'],
    queryFn: ({ signal }) => call(getMachineStatus, { machine_id: machine.id }, { signal }),
    staleTime: 0,
    retry: false,
  })
  const words = t.account.device
  return (
    <dl className="me-facts">
      {machine.dns_name && (
        <Fact label={words.name}>
          <bdi>{shownName(machine.dns_name)}</bdi>
        </Fact>
      )}
      {machine.os_type && (
        <Fact label={words.system}>
          <bdi>{shownName([machine.os_type, machine.os_version].filter(Boolean).join(' '))}</bdi>
        </Fact>
      )}
      {machine.agent_version && <Fact label={words.version}>{shownName(machine.agent_version)}</Fact>}
      <Fact label={words.added}>
        <Time at={machine.created} />
      </Fact>
      {machine.last_login && (
        <Fact label={words.signedIn}>
          <Time at={machine.last_login} />
        </Fact>
      )}
      <Fact label={words.state}>
        {status.isPending ? (
          t.general.loading
        ) : status.data ? (
          <InStep status={status.data.results} />
        ) : codeOf(status.error) === 'temporarily_unavailable' ? (
          machine.last_disconnect ? (
            words.awaySince(formatMoment(machine.last_disconnect))
          ) : (
            words.away
          )
        ) : (
          words.unknown
        )}
      </Fact>
    </dl>
  )
}

function InStep({ status }: { status: MachineStatus }) {
  const words = t.account.device
  return (
    <>
      {status.synced ? words.inStep : words.working(status.transfers.length)}
      {status.subscriptions.length > 0 && (
        <ul className="me-folders">
          {status.subscriptions.map(({ rsub_id, synced_folder, excl_files }) => (
            <li key={rsub_id}>
              <bdi>{shownName(synced_folder)}</bdi>
              {excl_files.length > 0 && <small>{words.leftOut(excl_files.length)}</small>}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function Name({ machine }: { machine: Machine }) {
  const queries = useQueryClient()
  const [name, setName] = useState(machine.nickname ?? '')
  return (
    <Form
      button={t.account.save}
      send={async () => {
        const nickname = name.trim() === '' ? null : name.trim()
        await call(updateMachine, { machine_id: machine.id, nickname })
        await queries.invalidateQueries({ queryKey: ['machine', machine.id] })
        toast(t.account.saved)
      }}
    >
      <Field
        label={t.account.device.nickname}
        hint={t.account.device.nicknameHint}
        optional
        maxLength={100}
        value={name}
        onChange={setName}
      />
    </Form>
  )
}

/** What happens to the copies on it is asked first: it cannot be taken back from here. */
function SignOut({ machine, onClose }: { machine: Machine; onClose: () => void }) {
  const [, navigate] = useLocation()
  const [files, setFiles] = useState<'keep' | 'remove'>('keep')
  const words = t.account.device
  const name = machineName(machine)
  return (
    <Dialog title={words.signOutTitle(name)} onClose={onClose}>
      <Form
        kind="bad"
        button={words.signOutButton}
        aside={<Button onClick={onClose}>{t.general.cancel}</Button>}
        send={async () => {
          await call(signOutMachine, { machine_id: machine.id, remove_files: files === 'remove' })
          toast(t.account.devices.ended(name))
          await signInsChanged()
          navigate('/me/devices')
        }}
      >
        <Choice
          label={words.files}
          value={files}
          onChange={setFiles}
          options={[
            { id: 'keep', words: words.keepFiles },
            { id: 'remove', words: words.removeFiles, hint: words.removeFilesWhy },
          ]}
        />
      </Form>
    </Dialog>
  )
}
