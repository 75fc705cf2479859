import { expect, test } from "vitest";
import { z } from "zod";
import { apiMonitorImportInput, apiMonitorImportSchema, IMPORT_LENGTH_MAX } from "./api-monitor-import.ts";

test("accepts a document as a JSON object and defaults to a dry run", () => {
  const input = apiMonitorImportInput.parse({ content: { openapi: "3.1.0" } });
  expect(input).toEqual({ content: '{"openapi":"3.1.0"}', dry_run: true });
});

test.each([
  ["", "is required"],
  ["x".repeat(IMPORT_LENGTH_MAX + 1), "must be at most"],
])("a text of the wrong length is refused", (content, message) => {
  expect(apiMonitorImportInput.safeParse({ content }).error?.issues[0]?.message).toContain(message);
});

test("represents both forms in the OpenAPI document", () => {
  const input = JSON.stringify(z.toJSONSchema(apiMonitorImportInput, { io: "input" }));
  expect(input).toContain('"required":["content"]');
  expect(JSON.stringify(z.toJSONSchema(apiMonitorImportSchema))).toContain('"not_imported"');
});
