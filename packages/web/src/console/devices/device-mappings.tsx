import type { ImportedMapping } from '@holdfast/api/devices/fleet'
import type { Mapping } from '@holdfast/api/devices/machines'
import { useState } from 'react'
import {
  endMapping,
  importMappings,
  mappingsAddress,
  mappingsIn,
  useMappings,
} from '../../data/console/device-folders.ts'
import { setFileServer } from '../../data/console/devices.ts'
import { problemOf, refusalWords } from '../../data/service/errors.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import { shownName } from '../../messages/format.ts'
import { t } from '../../messages/words.ts'
import { toast } from '../../platform/toasts.ts'
import { Failed } from '../../ui/answers/failed.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { MenuButton } from '../../ui/menu.tsx'
import { AskDialog } from '../parts/ask-dialog.tsx'
import { FactRows } from '../parts/fact-rows.tsx'
import { ListFile } from '../parts/list-file.tsx'
import type { DevicePart } from './device-part.ts'
import { attempt, useIsConnected } from './device-refusal.tsx'
import { MapDialog } from './map-dialog.tsx'

/** Folders of a file server that are kept the same as team shares. */
export function DeviceMappings({ place, device }: DevicePart) {
  const words = consoleWords().device
  const list = useMappings(device.id)
  const isConnected = useIsConnected(device)
  const [wanted, setWanted] = useState<'map' | 'disable' | Mapping>()
  const [imported, setImported] = useState<readonly ImportedMapping[]>()
  const name = shownName(device.name)
  const isServer = device.kind === 'server'
  const mayChange = device.may.includes('devices.change')
  const mayMap = mayChange && isServer && device.may.includes('devices.browse')
  const take = async (file: File) => {
    const given = mappingsIn(await file.text())
    if (!given) return toast(words.importWrong, { bad: true })
    try {
      setImported(await importMappings(device.id, given))
    } catch (error) {
      toast(problemOf(error).words, { bad: true })
    }
  }
  const close = () => setWanted(undefined)
  return (
    <section className="console-part">
      <h2>{words.mappings}</h2>
      <p className="soft">{isServer ? words.mappingsWhy : words.noServer}</p>
      {list.isLoadingError ? (
        <Failed error={list.error} onRetry={() => void list.refetch()} />
      ) : !list.data ? (
        <p className="soft">{t.general.loading}</p>
      ) : (
        <>
          {isServer && list.data.length === 0 && <p>{words.noMappings}</p>}
          <ul className="console-rows device-rows">
            {list.data.map((mapping) => (
              <MappingRow
                key={mapping.id}
                mapping={mapping}
                onEnd={mayChange ? () => setWanted(mapping) : undefined}
              />
            ))}
          </ul>
        </>
      )}
      <p className="console-buttons">
        {mayMap && (
          <Button icon="add" onClick={() => setWanted('map')}>
            {words.map}
          </Button>
        )}
        {mayMap && (
          <ListFile accept=".json,application/json" onFile={(file) => void take(file)}>
            {words.import}
          </ListFile>
        )}
        {mayChange && (list.data?.length ?? 0) > 0 && (
          <a className="button button-plain" href={mappingsAddress(device.id)} download="mappings.json">
            <Icon name="download" />
            <span>{words.export}</span>
          </a>
        )}
        {mayChange && device.kind === 'agent' && (
          <Button
            onClick={() =>
              void attempt(device, isConnected, setFileServer(device.id, true), words.enabledServer(name))
            }
          >
            {words.enableServer}
          </Button>
        )}
        {mayChange && isServer && <Button onClick={() => setWanted('disable')}>{words.disableServer}</Button>}
      </p>
      {wanted === 'map' && <MapDialog place={place} device={device} onClose={close} />}
      {wanted === 'disable' && (
        <AskDialog
          title={words.disableServerTitle}
          why={words.disableServerWhy}
          button={words.disableServerButton}
          act={() => setFileServer(device.id, false)}
          done={words.disabledServer(name)}
          onClose={close}
        />
      )}
      {typeof wanted === 'object' && (
        <AskDialog
          title={words.endMappingTitle}
          why={words.endMappingWhy}
          button={words.endMappingButton}
          bad
          act={() => endMapping(device.id, wanted.id)}
          done={words.mappingEnded}
          onClose={close}
        />
      )}
      {imported && <Imported imported={imported} onClose={() => setImported(undefined)} />}
    </section>
  )
}

function MappingRow({ mapping, onEnd }: { mapping: Mapping; onEnd: (() => void) | undefined }) {
  const { device: words, table } = consoleWords()
  const name = shownName(mapping.name)
  return (
    <li>
      <Icon name={mapping.share ? 'people' : 'person'} />
      <span className="console-row-what">
        <strong>
          <bdi>{shownName(mapping.path) || words.hiddenName}</bdi>
        </strong>
        <small>
          <bdi>{name}</bdi>
        </small>
      </span>
      {onEnd && (
        <MenuButton
          icon="more"
          label={table.actionsOf(name)}
          items={() => [{ id: 'end', icon: 'trash', bad: true, label: words.endMapping, run: onEnd }]}
        />
      )}
    </li>
  )
}

/** What came of each. */
function Imported({ imported, onClose }: { imported: readonly ImportedMapping[]; onClose: () => void }) {
  const words = consoleWords().device
  return (
    <Dialog
      title={words.importTitle}
      onClose={onClose}
      toRead
      actions={
        <Button kind="primary" onClick={onClose}>
          {words.close}
        </Button>
      }
    >
      <FactRows
        rows={imported.map(({ path, status, error, error_description }, index) => ({
          key: index,
          icon: status === 'failed' ? 'warn' : 'check',
          name: shownName(path),
          facts: [words.imported[status], error && refusalWords(error, error_description ?? '')],
        }))}
      />
    </Dialog>
  )
}
