import { expect, test } from "vitest";
import { serverSettings } from "./settings.ts";

const MB = 2 ** 20;

test("buffers grow with a database, up to a sixteenth of the memory", () => {
  expect(serverSettings(30 * MB, 8_192 * MB)).toMatchObject({ shared_buffers: "32MB", wal_buffers: "512kB" });
  expect(serverSettings(2_000 * MB, 8_192 * MB)).toMatchObject({
    shared_buffers: "256MB",
    wal_buffers: "4096kB",
  });
  expect(serverSettings(2_000 * MB, 3_200 * MB)).toMatchObject({
    shared_buffers: "200MB",
    wal_buffers: "3200kB",
  });
  expect(serverSettings(2_000 * MB, 512 * MB)).toMatchObject({
    shared_buffers: "128MB",
    wal_buffers: "2048kB",
  });
});
