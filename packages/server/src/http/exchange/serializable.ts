interface Schema {
  anyOf?: Schema[]
  type?: unknown
  properties?: Record<string, Schema>
  items?: Schema
}

/**
 * The schema that answers are written by. It lets through exactly the declared fields; where an item may be of
 * several types it lets the view through as it is, since trying one schema after another costs more than the rest.
 */
export function serializable(schema: object): object {
  const { anyOf, properties, items, ...rest } = schema as Schema
  if (anyOf) {
    const types = anyOf.map((option) => option.type)
    const simple = types.every((type) => typeof type === 'string' && type !== 'object' && type !== 'array')
    return simple ? { type: types } : {}
  }
  return {
    ...rest,
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, field]) => [name, serializable(field)]),
      ),
    }),
    ...(items && { items: serializable(items) }),
  }
}
