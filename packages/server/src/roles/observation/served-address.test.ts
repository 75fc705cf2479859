import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { findServedAddress, keepServedAddress } from "./served-address.ts";

let folder = "";
const warnings: string[] = [];
const log = { warn: (event: string) => void warnings.push(event) };

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "served-"));
  warnings.length = 0;
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test("returns the last stored URL", async () => {
  const data = join(folder, "data");
  await keepServedAddress(data, "http://localhost:8080", log);
  await keepServedAddress(data, "http://localhost:18600", log);
  expect(await findServedAddress(data)).toBe("http://localhost:18600");
});

test.each([null, "", "no address", "file:///etc"])("%j is not a valid URL", async (text) => {
  if (text !== null) await writeFile(join(folder, "served-at"), text);
  expect(await findServedAddress(folder)).toBeNull();
});

test("logs a warning for a read-only directory and continues", async () => {
  const file = join(folder, "file");
  await writeFile(file, "");
  await keepServedAddress(file, "http://localhost:8080", log);
  expect(warnings).toEqual(["api.url_write_failed"]);
});
