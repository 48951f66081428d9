import type { Change } from '@holdfast/api/files/changes'
import type { RootId } from '@holdfast/api/ids'
import type { Activity } from '@holdfast/api/oversight/activity'
import type { Service } from '../../src/service/service.ts'
import { until } from '../servers/until.ts'

/** An event as it came over the wire. */
export interface ReceivedEvent {
  event: string
  /** The position behind it. */
  id: string
  data: Record<string, unknown>
}

export type SeenChange = Change & { root_id: RootId }

/** Reads server-sent events one by one, as slowly as a test asks for them. */
export class EventReader implements AsyncDisposable {
  readonly response: Response
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>
  readonly #decoder = new TextDecoder()
  #text = ''
  readonly #passed: ReceivedEvent[] = []
  #lastId = ''
  comments = 0

  private constructor(response: Response) {
    this.response = response
    this.#reader = (response.body as ReadableStream<Uint8Array>).getReader()
  }

  /** `headers` say who asks; `lastEventId` where to go on. */
  static async open(
    url: string,
    headers: Record<string, string>,
    lastEventId?: string,
    query = '',
  ): Promise<EventReader> {
    const response = await fetch(`${url}/api/2/events${query}`, {
      headers: { ...headers, ...(lastEventId !== undefined && { 'last-event-id': lastEventId }) },
    })
    if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`)
    return new EventReader(response)
  }

  static over(response: Response): EventReader {
    return new EventReader(response)
  }

  /** The id of the last event that was read. */
  get position(): string {
    return this.#lastId
  }

  /** Undefined once the stream has ended. */
  async next(): Promise<ReceivedEvent | undefined> {
    for (;;) {
      const end = this.#text.indexOf('\n\n')
      if (end >= 0) {
        const event = this.#parse(this.#text.slice(0, end))
        this.#text = this.#text.slice(end + 2)
        if (event) return event
        continue
      }
      const { value, done } = await this.#reader.read()
      if (done) return undefined
      this.#text += this.#decoder.decode(value, { stream: true })
    }
  }

  /** The next one of a kind. Those of other kinds are kept: a change and its activity come in either order. */
  async nextOf(kind: string): Promise<ReceivedEvent> {
    const passed = this.#passed.findIndex(({ event }) => event === kind)
    if (passed >= 0) return this.#passed.splice(passed, 1)[0] as ReceivedEvent
    for (;;) {
      const event = await this.next()
      if (!event) throw new Error(`The stream ended before an event ${kind}`)
      if (event.event === kind) return event
      this.#passed.push(event)
    }
  }

  async nextChange(): Promise<SeenChange> {
    return (await this.nextOf('change')).data as unknown as SeenChange
  }

  async nextActivity(): Promise<Activity> {
    return (await this.nextOf('activity')).data as unknown as Activity
  }

  /** Cuts the connection. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#reader.cancel().catch(() => {})
  }

  #parse(block: string): ReceivedEvent | undefined {
    if (block.startsWith(':')) {
      this.comments++
      return undefined
    }
    const fields = new Map(block.split('\n').map((line) => line.split(/: (.*)/, 2) as [string, string]))
    this.#lastId = fields.get('id') ?? this.#lastId
    return {
      event: fields.get('event') ?? 'message',
      id: this.#lastId,
      data: JSON.parse(fields.get('data') ?? '{}'),
    }
  }
}

/** Until so many wait for news in a server: what happens from then on finds them waiting. */
export const untilWaiting = ({ ctx }: Service, count: number): Promise<void> =>
  until(() => ctx.live.hub.size === count, 5)
