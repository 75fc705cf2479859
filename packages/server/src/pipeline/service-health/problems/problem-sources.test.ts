import { createSocket, type Socket } from "node:dgram";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { makeJourney, makeOrganization } from "../../../../test/builders.ts";
import { type TestDatabase, testDatabase } from "../../../../test/database/database.ts";
import { sql } from "../../../platform/storage/sql.ts";
import { findAuthoritiesProblem } from "./authorities-problem.ts";
import { findChromiumProblem } from "./chromium-problem.ts";
import { findClockProblem } from "./clock-problem.ts";
import { findDnsProblem } from "./dns-problem.ts";
import { findStorageProblem } from "./storage-state.ts";

let harness: TestDatabase;
beforeAll(async () => {
  harness = await testDatabase();
});
afterAll(() => harness.drop());

let server: Socket | undefined;
afterEach(() => {
  server?.close();
  server = undefined;
});

async function nameServer(answer: ((question: Buffer) => Buffer) | null): Promise<string> {
  server = createSocket("udp4");
  server.on("message", (question, { port, address }) => {
    if (answer) server?.send(answer(question), port, address);
  });
  server.bind(0, "127.0.0.1");
  await once(server, "listening");
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Source: RFC 1035, section 4.1.1: QR, and the code 3. */
function nameError(question: Buffer): Buffer {
  const answer = Buffer.from(question);
  answer.writeUInt16BE(0x8183, 2);
  return answer;
}

test("a name server that says the name does not exist answers", async () => {
  expect(await findDnsProblem([await nameServer(nameError)])).toBeNull();
});

test("a name server that does not answer is named", async () => {
  const address = await nameServer(null);
  expect(await findDnsProblem([address])).toMatchObject({
    code: "dns_silent",
    message: expect.stringContaining(address),
  });
});

test("a clock is wrong from two seconds", async () => {
  const clock = (offsetMs: number) => ({
    now: () => Date.now() + offsetMs,
    monotonic: () => performance.now(),
  });
  expect(await findClockProblem(harness.database, clock(0))).toBeNull();
  expect((await findClockProblem(harness.database, clock(3_600_000)))?.message).toMatch(
    /^The clock .* ahead of/,
  );
  expect((await findClockProblem(harness.database, clock(-60_000)))?.message).toMatch(/^The clock .* behind/);
});

test("a file of authorities that Node cannot read is named", () => {
  const found = () => ({ all: 1, extra: 0 });
  expect(findAuthoritiesProblem(undefined, found)).toBeNull();
  expect(findAuthoritiesProblem("/no/ca.pem", found)?.message).toContain("/no/ca.pem");
  expect(findAuthoritiesProblem(undefined, () => ({ all: 0, extra: 0 }))).toMatchObject({
    code: "authorities_missing",
  });
});

test("Chromium is missing only if there are journeys", async () => {
  const { database } = harness;
  const missing = async () => "No Chromium was found.";
  expect(await findChromiumProblem(database, missing)).toBeNull();
  await makeJourney(database, { orgId: await makeOrganization(database) });
  expect(await findChromiumProblem(database, missing)).toEqual({
    code: "chromium_missing",
    message: "No Chromium was found.",
  });
  expect(await findChromiumProblem(database, async () => null)).toBeNull();
});

test("the storage is what the recorder found, or what its own write says", async () => {
  const { database } = harness;
  const outage = { code: "storage_disk_full", message: "is full", sinceMs: 1_000 } as const;
  expect(await findStorageProblem(database, { outage, nowMs: 1_500 })).toBeNull();
  expect(await findStorageProblem(database, { outage, nowMs: 4_000 })).toEqual(outage);
  const found = await findStorageProblem(
    {
      transaction: (work) =>
        database.transaction(async (db) => {
          await db.run(sql`set transaction read only`);
          return work(db);
        }),
    },
    { outage: null, nowMs: 0 },
  );
  expect(found).toMatchObject({ code: "storage_read_only" });
});
