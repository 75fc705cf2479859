import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AuditStream } from "@vedette/contract/people/audit-streams.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { CommandContext } from "../command-line/command-context.ts";
import { UsageError } from "../exit-codes.ts";
import { streams } from "./audit-stream-noun.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "vdt-streams-"));
  writeFileSync(join(folder, "ca.pem"), "CA");
});
afterAll(() => rmSync(folder, { recursive: true }));

const fields = (values: object) => {
  const context = { folder } as CommandContext;
  return streams.toFields?.({ ...values }, { verb: "create", context });
};

test("options become the configuration of a receiver, with certificates from files", () => {
  expect(fields({ url: "https://siem.example" })).toEqual({ config: { url: "https://siem.example" } });
  expect(fields({ host: "siem.example", port: "6515", format: "json", "ca-file": "ca.pem" })).toEqual({
    config: { host: "siem.example", port: 6_515, format: "json", ca_certificate: "CA" },
  });
  expect(fields({ name: "SIEM" })).toEqual({});
});

test("the list shows no delivered entry before one is delivered", () => {
  const [, delivered] = streams.list?.columns.find(([name]) => name === "delivered") ?? [];
  const row = (last_sent_at: string | null) =>
    delivered?.({ delivery: { sent_number: 7, last_sent_at } } as AuditStream);
  expect([row(null), row("2026-01-02T03:04:05.000Z")]).toEqual([null, 7]);
});

test.each([
  { port: "6515" },
  { "ca-file": "ca.pem" },
  { host: "siem.example", "key-file": "missing.pem" },
  { host: "siem.example", url: "https://siem.example" },
])("%j is refused", (values) => {
  expect(() => fields(values)).toThrow(UsageError);
});
