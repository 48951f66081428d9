import type { Instant } from '@holdfast/api/time'
import type { Tx } from '../../platform/db/database.ts'
import { endLeaving } from '../../records/end-sign-ins.ts'
import {
  findMachineByGuid,
  findMachineOf,
  insertMachine,
  type MachineRow,
  updateMachine,
} from '../../records/machines.ts'
import type { PersonRow } from '../../records/people.ts'

/** What a token request says of the device it comes from. */
export interface Device {
  guid?: string | undefined
  dnsName?: string | undefined
  osType?: string | undefined
  osVersion?: string | undefined
}

/**
 * The machine a sign-in belongs to. One record per guid, and no new one for a script that signs in again: a known
 * guid, else the same person's machine of that name and client, else (no name given) any of that person and client.
 */
export async function resolveMachine(
  tx: Tx,
  person: PersonRow,
  clientId: string,
  device: Device & { newGuid: string },
  at: Instant,
): Promise<MachineRow> {
  const known = await findKnown(tx, person, clientId, device)
  if (known) {
    await updateMachine(tx, known, { ...device, at })
    // It has what belongs to it from now on; what does not is still to be removed.
    if (known.signed_out_at !== null) await endLeaving(tx, known, at)
    return known
  }
  return insertMachine(tx, {
    organization_id: person.organization_id,
    person_id: person.id,
    client_id: clientId,
    guid: device.newGuid,
    dns_name: device.dnsName ?? null,
    os_type: device.osType ?? null,
    os_version: device.osVersion ?? null,
    machine_type: 'agent',
    last_login_at: at,
    created_at: at,
  })
}

async function findKnown(
  tx: Tx,
  person: PersonRow,
  clientId: string,
  { guid, dnsName }: Device,
): Promise<MachineRow | undefined> {
  if (!guid) return findMachineOf(tx, person.id, clientId, dnsName)
  // A guid is a name, not a proof: someone else's opens nothing and is not taken over.
  const machine = await findMachineByGuid(tx, guid.toLowerCase())
  return machine?.person_id === person.id ? machine : undefined
}

/** A version 4 GUID from 16 random bytes. */
export function guidFrom(bytes: Buffer): string {
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
