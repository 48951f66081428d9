import { parseUtc } from '@holdfast/api/time'
import type { TObject } from 'typebox'
import { fail } from '../../errors.ts'
import type { IncomingFile, Sink, UploadOptions } from '../../files/writing/upload-file.ts'
import { paramsDecoder } from '../../platform/parameters.ts'
import { type Exchange, FieldCollector, parseMultipart } from './body.ts'

/** The multipart field `file` of a request as a file on its way in. `params` describes the fields beside it. */
export function incomingFile(exchange: Exchange, params: TObject): IncomingFile {
  const length = Number(exchange.req.headers['content-length'])
  return {
    announcedSize: Number.isSafeInteger(length) ? length : undefined,
    async receive(accept) {
      if (!/^multipart\/form-data\b/i.test(exchange.req.headers['content-type'] ?? ''))
        fail('no_file_received')
      const fields = new FieldCollector()
      let sink: Sink | undefined
      let inFile = false
      await parseMultipart(
        exchange,
        {
          part({ name, filename }) {
            // Browsers send a field for files that was left empty as a file without a name.
            inFile = name === 'file' && Boolean(filename) && sink === undefined
            if (inFile) sink = accept(filename ?? '')
            else fields.open(name)
          },
          data: (bytes) => (inFile ? sink?.write(bytes) : fields.add(bytes)),
          partEnd() {
            if (!inFile) fields.close()
            inFile = false
          },
        },
        Infinity,
      )
      if (!sink) fail('no_file_received')
      return optionsOf(paramsDecoder(params)(fields.params))
    },
  }
}

function optionsOf({ created, modified, on_conflict, if_ver }: Record<string, unknown>): UploadOptions {
  return {
    created: typeof created === 'string' ? parseUtc(created) : undefined,
    modified: typeof modified === 'string' ? parseUtc(modified) : undefined,
    onConflict: on_conflict as UploadOptions['onConflict'],
    ifVer: if_ver as UploadOptions['ifVer'],
  }
}
