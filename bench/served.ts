import { OPERATIONS } from '../packages/server/src/http/app.ts'

/** Whether this version has an operation. */
export const isServed = (operation: string): boolean => OPERATIONS.some(({ name }) => name === operation)
