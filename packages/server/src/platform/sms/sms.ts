export interface TextMessage {
  /** A phone number. */
  to: string
  text: string
}

export interface SmsSender {
  /** Resolves once the message is accepted for delivery (or safely on disk); rejects otherwise. */
  send(message: TextMessage): Promise<void>
  /** To be called when no send is under way. */
  close(): Promise<void>
}

/** Throws unless `to` can be a phone number, in whichever of its usual spellings. */
export function checkTextMessage({ to }: TextMessage): void {
  if (!/^\+?[0-9(][0-9 ()./-]*$/.test(to))
    throw new Error('The recipient of a text message must be a phone number')
}
