import { parseUtc } from '@holdfast/api/time'
import type { TObject } from 'typebox'
import { fail } from '../../errors.ts'
import type { IncomingFile, Sink, UploadOptions } from '../../files/writing/upload-file.ts'
import { paramsDecoder, type RawParams } from '../../platform/parameters.ts'
import { type Exchange, FieldCollector, parseMultipart } from './body.ts'
import { emptyParams, parseForm } from './form.ts'

/** The multipart field `file` of a request as a file on its way in. `params` describes the fields beside it. */
export function incomingFile(exchange: Exchange, params: TObject): IncomingFile {
  const length = Number(exchange.req.headers['content-length'])
  const decode = paramsDecoder(params)
  const beside = given(queryOf(exchange))
  // What is wrong there is told before the file is sent.
  decode(beside)
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
      return optionsOf(decode({ ...beside, ...given(fields.params) }))
    },
  }
}

/** What stands in the address counts as a field does, where there is no such field. */
function queryOf({ req: { url = '' } }: Exchange): RawParams {
  const query = url.indexOf('?')
  return query < 0 ? emptyParams() : parseForm(Buffer.from(url.slice(query + 1), 'latin1'))
}

const given = (raw: RawParams): RawParams =>
  Object.fromEntries(Object.entries(raw).filter(([, value]) => value !== ''))

function optionsOf({ created, modified, on_conflict, if_ver }: Record<string, unknown>): UploadOptions {
  return {
    created: typeof created === 'string' ? parseUtc(created) : undefined,
    modified: typeof modified === 'string' ? parseUtc(modified) : undefined,
    onConflict: on_conflict as UploadOptions['onConflict'],
    ifVer: if_ver as UploadOptions['ifVer'],
  }
}
