import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { IMPORT_FORMATS } from "@vedette/contract/api-monitors/api-monitor-import.ts";
import { importApiMonitors } from "../../src/api/importing/import-api-monitors.ts";
import { AppError } from "../../src/platform/kernel/errors.ts";

export const FIXTURES = {
  "commands.sh.txt": "curl",
  "commands.cmd.txt": "curl",
  "shop-login.har": "har",
  "notes.postman_collection.json": "postman",
  "petstore-3.1.yaml": "openapi",
  "orders-3.0.json": "openapi",
} as const;
export const names = Object.keys(FIXTURES) as (keyof typeof FIXTURES)[];

export function fixture(name: keyof typeof FIXTURES): string {
  return readFileSync(join(import.meta.dirname, "../../src/api/importing/fixtures", name), "utf8");
}

export function imported(content: string) {
  return importApiMonitors({ content, format: undefined, name: undefined });
}

export function stepsOf(content: string, order: Partial<Parameters<typeof importApiMonitors>[0]> = {}) {
  const { api_monitors } = importApiMonitors({ content, format: undefined, name: undefined, ...order });
  return api_monitors.flatMap(({ steps }) => steps);
}

export function openapi(paths: Record<string, unknown>, more: Record<string, unknown> = {}): string {
  const servers = [{ url: "https://api.example.com" }];
  return JSON.stringify({ openapi: "3.0.0", info: { title: "T", version: "1" }, servers, paths, ...more });
}

export function refusal(content: string, format?: (typeof IMPORT_FORMATS)[number]): string {
  try {
    importApiMonitors({ content, format, name: undefined });
  } catch (error) {
    if (error instanceof AppError) return error.message;
    throw error;
  }
  throw new Error("it was imported");
}
