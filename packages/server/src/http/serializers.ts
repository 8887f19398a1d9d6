import fastJsonStringify, { type AnySchema } from 'fast-json-stringify'

type Serialize = (answer: unknown) => string

const made = new WeakMap<object, Serialize>()

/** Many routes share a schema, and a GET has it once more as its HEAD. */
function make(schema: AnySchema & object): Serialize {
  const serialize = made.get(schema) ?? fastJsonStringify(schema)
  made.set(schema, serialize)
  return serialize
}

/**
 * Writes answers as their schema says, as Fastify does by itself; but the code for it is made at the first answer. Made
 * for all routes at once it was a third of what a start takes.
 */
export function serializerOf({ schema }: { schema: AnySchema & object }): Serialize {
  let serialize: Serialize | undefined
  return (answer) => {
    serialize ??= make(schema)
    return serialize(answer)
  }
}
