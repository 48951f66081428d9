import type { SystemServer } from '@holdfast/api/oversight/system'
import { diskOf, disksOf, GRADES, type Grade, serverOf } from '../../core/console/system-health.ts'
import { useServers } from '../../data/console/system.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import { formatCount, formatMoment, formatSize } from '../../messages/format.ts'
import { t } from '../../messages/words.ts'
import { now } from '../../platform/clock.ts'
import { Failed } from '../../ui/answers/failed.tsx'
import { Meter } from '../parts/meter.tsx'
import { Tag } from '../parts/tag.tsx'
import { SystemCard } from './system-card.tsx'

const WORST: readonly Grade[] = ['bad', 'warn', 'soft', 'good']
const worstOf = (grades: readonly Grade[]): Grade => WORST.find((grade) => grades.includes(grade)) ?? 'good'

/** What room there is left on the disks of all servers. */
export function DiskCard() {
  const words = consoleWords().system.disk
  const { data, isLoadingError, error, refetch } = useServers()
  if (isLoadingError) return <Failed error={error} onRetry={() => void refetch()} />
  const disks = disksOf(data?.results ?? [])
  const states = disks.map(diskOf)
  const worst = worstOf(states.map((state) => GRADES.disk[state]))
  const why = states.find((state) => GRADES.disk[state] === worst)
  return (
    <SystemCard
      title={words.title}
      {...(why && { grade: worst })}
      why={why ? words.states[why] : data ? words.none : t.general.loading}
    >
      <ul className="system-disks">
        {disks.map((disk) => {
          const place = words.on(disk.machine, disk.place)
          return (
            <li key={place}>
              <bdi className="system-place">{place}</bdi>
              <Meter value={disk.total - disk.free} max={disk.total} label={words.used(place)} />
              <small>{words.free(formatSize(disk.free), formatSize(disk.total))}</small>
            </li>
          )
        })}
      </ul>
    </SystemCard>
  )
}

/** The processes that serve, and how busy each is. */
export function ServersCard() {
  const words = consoleWords().system.servers
  const { data, isLoadingError, error, refetch } = useServers()
  return (
    <section className="console-part">
      <h2>{words.title}</h2>
      {isLoadingError ? (
        <Failed error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <p className="soft">{t.general.loading}</p>
      ) : (
        <ul className="console-rows device-rows">
          {data.results.map((server) => (
            <ServerRow key={server.id} server={server} />
          ))}
        </ul>
      )}
    </section>
  )
}

function ServerRow({ server }: { server: SystemServer }) {
  const words = consoleWords().system.servers
  const state = serverOf(server, now())
  const grade = GRADES.server[state]
  return (
    <li>
      <span className="console-row-what">
        <strong>
          <bdi>{server.name}</bdi>
        </strong>{' '}
        {server.this && <Tag kind="soft">{words.this}</Tag>}
        <small>{factsOf(server).join(' · ')}</small>
        {words.states[state] && <small>{words.states[state]}</small>}
      </span>
      <Tag kind={grade} icon={grade === 'good' ? 'check' : 'warn'}>
        {words.tags[state]}
      </Tag>
    </li>
  )
}

function factsOf(server: SystemServer): string[] {
  const words = consoleWords().system.servers
  const { cpu_percent, load_percent, cores, memory, free_memory, machine_memory, started } = server
  const { connections, devices, version } = server
  return [
    words.version(version),
    cpu_percent !== null && words.cpu(formatCount(cpu_percent)),
    load_percent !== null && cores !== null && words.load(formatCount(load_percent), cores),
    memory !== null && words.memory(formatSize(memory)),
    free_memory !== null &&
      machine_memory !== null &&
      words.free(formatSize(free_memory), formatSize(machine_memory)),
    connections !== null && words.connections(connections),
    devices !== null && words.devices(devices),
    started !== null && words.started(formatMoment(started)),
  ].filter((fact) => fact !== false)
}
