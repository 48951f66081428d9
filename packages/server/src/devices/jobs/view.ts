import type { MachineJob } from '@holdfast/api/devices/fleet'
import { formatUtc } from '@holdfast/api/time'
import { timeOrNull } from '../../accounts/organizations/view.ts'
import type { MachineJobRow } from './queries.ts'

/** How folders and files of the device are called is for those who may see that. */
export const jobView = (job: MachineJobRow, seesNames: boolean): MachineJob => ({
  type: 'machine_job',
  id: job.id,
  machine_id: job.machine_id,
  kind: job.kind,
  root_id: job.root_id,
  path: seesNames ? job.path : job.path && '',
  state: job.state,
  overwrite: job.overwrite === 1,
  as_of_seq: job.as_of_seq,
  done: job.done,
  total: job.total,
  problems: problemsIn(job).map(({ path, reason }) => ({ path: seesNames ? path : '', reason })),
  person_id: job.created_by,
  created: formatUtc(job.created_at),
  finished: timeOrNull(job.finished_at),
})

const problemsIn = ({ problems }: MachineJobRow): MachineJob['problems'] => JSON.parse(problems ?? '[]')
