import { ApiError } from '../../errors.ts'
import { outageOf } from '../../platform/basics/outage.ts'
import { DatabaseFormError } from '../../platform/db/migrations/migrate.ts'
import { OtherServersError } from '../../platform/installation/bring-to-form.ts'
import { MasterKeyError } from '../../platform/secrets/master-key-file.ts'
import { BackupError } from '../backup/place/backup-error.ts'
import { CANNOT_START } from '../words/start.ts'

/** A failure whose message is all that the person at the command line needs; where it happened is of no use. */
export class CommandError extends Error {
  override name = 'CommandError'
}

/** Whose messages say all. */
const PLAIN = [DatabaseFormError, OtherServersError, MasterKeyError, ApiError]

interface Coded extends Error {
  code: string
  syscall?: string
  port?: number
  address?: string
}

const isCoded = (error: unknown): error is Coded =>
  error instanceof Error && 'code' in error && typeof error.code === 'string'

/** Turns what the machine or the settings are to blame for into a CommandError; gives anything else back as it is. */
export function explain(failure: unknown): unknown {
  const error = outageOf(failure)?.cause ?? failure
  if (error instanceof BackupError) return new CommandError(`${error.message}.`, { cause: error })
  if (error instanceof Error && PLAIN.some((kind) => error instanceof kind))
    return new CommandError(error.message, { cause: error })
  if (!isCoded(error)) return error
  const text = explanationOf(error)
  return text ? new CommandError(text, { cause: error }) : error
}

function explanationOf(error: Coded): string | undefined {
  if (error.syscall === 'listen' || error.syscall === 'bind') return listenFailure(error)
  if (error.syscall === 'connect' || error.syscall === 'getaddrinfo' || error instanceof AggregateError)
    return CANNOT_START.unreachable(messageOf(error))
  // SQLite: “unable to open database file”, “file is not a database”, “disk I/O error”
  if (/^SQLITE_(CANTOPEN|NOTADB|READONLY|PERM|IOERR|FULL|CORRUPT)/.test(error.code))
    return CANNOT_START.databaseFile(error.message)
  if ('severity' in error) return CANNOT_START.postgres(error.message)
  if (/^(ENOSPC|EDQUOT)$/.test(error.code)) return CANNOT_START.diskFull(error.message)
  if (/^E[A-Z]+$/.test(error.code) && 'path' in error) return CANNOT_START.file(error.message)
  return undefined
}

function listenFailure({ code, port, address, message }: Coded): string {
  const where = port === undefined ? String(address) : `port ${port} of ${address}`
  if (code === 'EADDRINUSE') return CANNOT_START.portTaken(where)
  if (code === 'EACCES') return CANNOT_START.portDenied(where)
  if (code === 'EADDRNOTAVAIL') return CANNOT_START.noSuchAddress(String(address))
  return CANNOT_START.listen(where, message)
}

/** A host with several addresses fails once for each. */
const messageOf = (error: Error): string =>
  error instanceof AggregateError ? error.errors.map((each: Error) => each.message).join(', ') : error.message
