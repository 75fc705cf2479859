import { expect, test } from "vitest";
import { prunedComponents } from "./openapi-components.ts";

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

test("keeps what is referred to, also through others, and drops the rest", () => {
  const document = {
    paths: { "/a": ref("A") },
    components: { schemas: { A: { items: ref("B") }, B: { type: "string" }, C: ref("A") }, other: 1 },
  };
  expect(prunedComponents(document).components).toEqual({
    schemas: { A: { items: ref("B") }, B: { type: "string" } },
    other: 1,
  });
});

test("gives an input its plain name only where no output has it", () => {
  const schemas = { AInput: { const: 1 }, BInput: { const: 2 }, B: { const: 3 } };
  const document = { paths: [ref("AInput"), ref("BInput"), ref("B")], components: { schemas } };
  expect(prunedComponents(document)).toEqual({
    paths: [ref("A"), ref("BInput"), ref("B")],
    components: { schemas: { A: { const: 1 }, BInput: { const: 2 }, B: { const: 3 } } },
  });
});
