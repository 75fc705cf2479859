import { page } from "@vedette/contract/common/envelope.ts";
import { listedMonitorSchema } from "@vedette/contract/targets/monitor-list.ts";
import fc from "fast-check";
import { serializerCompiler } from "fastify-type-provider-zod";
import { expect, test } from "vitest";
import { z } from "zod";
import { compileSerializer } from "./response-serializer.ts";

type Schema = Parameters<typeof serializerCompiler>[0]["schema"];

/** The serializers of the same route, compiled and interpreted. */
function serializersOf(schema: z.ZodType) {
  const route = { schema: schema as Schema, method: "GET", url: "/api/v1/things" };
  return { compiled: compileSerializer(route), interpreted: serializerCompiler(route) };
}

const thing = z.object({
  name: z.string(),
  size: z.number().nullable(),
  note: z.string().optional(),
  at: z.union([z.object({ kind: z.literal("none") }), z.object({ kind: z.literal("day"), day: z.string() })]),
  labels: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
  pair: z.tuple([z.boolean(), z.enum(["a", "b"])]),
  rest: z.unknown(),
});

const things = fc.record(
  {
    name: fc.string({ unit: "binary" }),
    size: fc.option(fc.double({ noNaN: true, noDefaultInfinity: true })),
    note: fc.string(),
    at: fc.oneof(
      fc.constant({ kind: "none", day: "left out" }),
      fc.record({ kind: fc.constant("day"), day: fc.string() }),
    ),
    labels: fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.integer(), fc.constant(null))),
    pair: fc.tuple(fc.boolean(), fc.constantFrom("a", "b")),
    rest: fc.jsonValue(),
    unknown: fc.string(),
  },
  { requiredKeys: ["name", "size", "at", "labels", "pair", "rest"] },
);

test("serializes byte for byte as the interpreter does", () => {
  const { compiled, interpreted } = serializersOf(page(thing));
  fc.assert(
    fc.property(fc.array(things, { maxLength: 5 }), (data) => {
      const response = { success: true, data, meta: { next_cursor: null, has_more: false } };
      expect(compiled(response)).toBe(interpreted(response));
    }),
  );
});

test("throws the interpreter's error for a response that its schema rejects", () => {
  const { compiled, interpreted } = serializersOf(page(listedMonitorSchema));
  const response = { success: true, data: [{ id: 1 }], meta: { next_cursor: null, has_more: false } };
  const errorOf = (serialize: (data: unknown) => string) => {
    try {
      return serialize(response);
    } catch (error) {
      return error;
    }
  };
  expect(errorOf(compiled)).toBeInstanceOf(Error);
  expect(errorOf(compiled)).toEqual(errorOf(interpreted));
});

test("leaves a schema that converts to the interpreter, which encodes", () => {
  const instant = z.codec(z.string(), z.date(), {
    decode: (text) => new Date(text),
    encode: (date) => date.toISOString(),
  });
  const { compiled } = serializersOf(z.object({ things: z.array(z.object({ at: instant.nullable() })) }));
  expect(compiled({ things: [{ at: new Date(0) }] })).toBe('{"things":[{"at":"1970-01-01T00:00:00.000Z"}]}');
});
