import { expect, test } from "vitest";
import { prunedComponents, withOptionalBodies } from "./openapi-components.ts";

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

test("keeps schemas that are referenced, directly or not, and drops the others", () => {
  const document = {
    paths: { "/a": ref("A") },
    components: { schemas: { A: { items: ref("B") }, B: { type: "string" }, C: ref("A") }, other: 1 },
  };
  expect(prunedComponents(document).components).toEqual({
    schemas: { A: { items: ref("B") }, B: { type: "string" } },
    other: 1,
  });
});

test("gives an input its plain name only if no output has that name", () => {
  const schemas = { AInput: { const: 1 }, BInput: { const: 2 }, B: { const: 3 } };
  const document = { paths: [ref("AInput"), ref("BInput"), ref("B")], components: { schemas } };
  expect(prunedComponents(document)).toEqual({
    paths: [ref("A"), ref("BInput"), ref("B")],
    components: { schemas: { A: { const: 1 }, BInput: { const: 2 }, B: { const: 3 } } },
  });
});

test("marks only a body with a default as optional", () => {
  const bodyOf = (name: string) => ({
    requestBody: { required: true, content: { "application/json": { schema: ref(name) } } },
  });
  const document = withOptionalBodies({
    paths: { "/a": { post: bodyOf("A") }, "/b": { post: bodyOf("B"), get: {} } },
    components: { schemas: { A: { default: {} }, B: { type: "object" } } },
  });
  expect(document.paths["/a"].post.requestBody.required).toBe(false);
  expect(document.paths["/b"].post.requestBody.required).toBe(true);
});
