import type { Config } from '../../platform/config/config.ts'
import { PATIENT_LIMITS } from '../../platform/db/postgres-client.ts'

/** For what takes long by its nature. */
export const patient = (config: Config): Config =>
  config.database.kind === 'postgres'
    ? { ...config, database: { ...config.database, limits: PATIENT_LIMITS } }
    : config
