import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ImportEntry } from "@vedette/contract/imports/imports.ts";
import { importGatus } from "../../src/api/importing/gatus/import-gatus.ts";

export const GATUS_FIXTURES = join(import.meta.dirname, "../../src/api/importing/gatus/fixtures");
export const GATUS_ENV = {
  API_TOKEN: "fake-api-token",
  OAUTH_SECRET: "fake-oauth-secret",
  POSTGRES_PASSWORD: "fake-pw",
};

export function gatusFixture(path: string): string {
  return readFileSync(join(GATUS_FIXTURES, path), "utf8");
}

export function importGatusText(text: string, env: Record<string, string> = {}) {
  return importGatus({ files: [{ path: "config.yaml", text }], env });
}

export function gatusEntries({ report }: ReturnType<typeof importGatus>): ImportEntry[] {
  return [...report.made, ...report.made_with_differences, ...report.not_made];
}

/** A configuration with these lines as its endpoints. */
export const gatusEndpoints = (...lines: string[]) =>
  `endpoints:\n${lines.map((line) => `  - ${line}\n`).join("")}`;
