import { z } from "zod";

/** Inspects schemas: the fields that an object at a given path may have. */

/** Returns the fields that the object at `path` of `data` may have; empty if the schema there is not an object. */
export function fieldsAt(schema: z.core.$ZodType, data: unknown, path: readonly PropertyKey[]): string[] {
  const bare = unwrap(schema);
  const [head, ...rest] = path;
  if (bare instanceof z.core.$ZodUnion) {
    const option = chooseOption(bare, data);
    return option ? fieldsAt(option, data, path) : [];
  }
  if (bare instanceof z.core.$ZodObject) {
    const { shape } = bare._zod.def;
    if (head === undefined) return Object.keys(shape);
    const field = shape[String(head)];
    return field ? fieldsAt(field, valueAt(data, head), rest) : [];
  }
  if (head === undefined) return [];
  if (bare instanceof z.core.$ZodArray) return fieldsAt(bare._zod.def.element, valueAt(data, head), rest);
  if (bare instanceof z.core.$ZodRecord) return fieldsAt(bare._zod.def.valueType, valueAt(data, head), rest);
  return [];
}

/** Returns the writable fields of a body, without read-only ones. Empty if the schema is not an object. */
export function writableFields(schema: z.core.$ZodType): string[] {
  const bare = unwrap(schema);
  if (!(bare instanceof z.core.$ZodObject)) return [];
  return Object.entries(bare._zod.def.shape)
    .filter(([, field]) => z.globalRegistry.get(field)?.readOnly !== true)
    .map(([name]) => name);
}

/** Returns the values of the discriminator at `path`; empty if its parent is not a union. */
export function discriminatorValues(schema: z.core.$ZodType, path: readonly PropertyKey[]): string[] {
  const name = path.at(-1);
  const union = unionAt(schema, path.slice(0, -1));
  if (union === null || name === undefined) return [];
  return union._zod.def.options.flatMap((option) =>
    [...(option._zod.propValues?.[String(name)] ?? [])].map(String),
  );
}

function unionAt(schema: z.core.$ZodType, path: readonly PropertyKey[]): z.core.$ZodUnion | null {
  const bare = unwrap(schema);
  const [head, ...rest] = path;
  if (head === undefined) return bare instanceof z.core.$ZodUnion ? bare : null;
  if (bare instanceof z.core.$ZodObject) {
    const field = bare._zod.def.shape[String(head)];
    return field ? unionAt(field, rest) : null;
  }
  if (bare instanceof z.core.$ZodArray) return unionAt(bare._zod.def.element, rest);
  return bare instanceof z.core.$ZodRecord ? unionAt(bare._zod.def.valueType, rest) : null;
}

/** Returns the option whose discriminators match `data`, or the option that shares the most fields with it. */
function chooseOption(union: z.core.$ZodUnion, data: unknown): z.core.$ZodType | null {
  const { options } = union._zod.def;
  const discriminated = options.find((option) => hasDiscriminators(option, data));
  if (discriminated) return discriminated;
  const given = typeof data === "object" && data !== null ? Object.keys(data) : [];
  let chosen: z.core.$ZodType | null = null;
  let sharedMax = -1;
  for (const option of options) {
    const fields = new Set(fieldsAt(option, data, []));
    const shared = given.filter((name) => fields.has(name)).length;
    if (fields.size > 0 && shared > sharedMax) {
      chosen = option;
      sharedMax = shared;
    }
  }
  return chosen;
}

function hasDiscriminators(option: z.core.$ZodType, data: unknown): boolean {
  const expected = Object.entries(option._zod.propValues ?? {});
  return (
    expected.length > 0 &&
    expected.every(([name, values]) => [...values].some((value) => value === valueAt(data, name)))
  );
}

function valueAt(data: unknown, name: PropertyKey): unknown {
  return typeof data === "object" && data !== null ? Reflect.get(data, name) : undefined;
}

function unwrap(schema: z.core.$ZodType): z.core.$ZodType {
  if (
    schema instanceof z.core.$ZodOptional ||
    schema instanceof z.core.$ZodNullable ||
    schema instanceof z.core.$ZodDefault
  ) {
    return unwrap(schema._zod.def.innerType);
  }
  return schema instanceof z.core.$ZodPipe ? unwrap(schema._zod.def.in) : schema;
}
