import { setImmediate } from "node:timers/promises";
import { afterEach, describe, expect, test, vi } from "vitest";
import { AppError } from "../../platform/kernel/errors.ts";
import { type ImportThreadLimits, ImportThreads } from "./import-threads.ts";

const made: ImportThreads[] = [];
afterEach(async () => {
  await Promise.all(made.splice(0).map((threads) => threads.close()));
});

function threadsWith(limits: ImportThreadLimits = {}): ImportThreads {
  const threads = new ImportThreads(limits);
  made.push(threads);
  return threads;
}

const ORDER = { format: undefined, name: undefined, dry_run: true };
const CURL = "curl https://a.example/1";

function read(threads: ImportThreads, text: string) {
  return threads.run({ order: ORDER, source: { text } }, () => undefined);
}

async function refusalOf(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (error instanceof AppError) return error.message;
  throw error ?? new Error("it was imported");
}

/** YAML that takes long to parse on any machine. */
const LONG = `openapi: 3.0.0\nx:\n${Array.from({ length: 400_000 }, (_, key) => ` k${key}: [1, 2, {a: b}]\n`).join("")}`;

describe("malicious documents", () => {
  test.each([
    [
      "25,000 different keys",
      Array.from({ length: 25_000 }, (_, key) => ` k${key}:\n`).join(""),
      "without paths",
    ],
    ["60,000 equal keys", " k:\n".repeat(60_000), "duplicated mapping key"],
  ])("%s are read without blocking the thread of the API", async (_name, keys, message) => {
    let turns = 0;
    let hasEnded = false;
    const refusal = refusalOf(read(threadsWith(), `openapi: 3.0.0\nx:\n${keys}`)).finally(() => {
      hasEnded = true;
    });
    while (!hasEnded) {
      await setImmediate();
      turns += 1;
    }
    expect(await refusal).toContain(message);
    // In the same thread there would be few, because no timer fires during parsing.
    expect(turns).toBeGreaterThan(100);
  });

  test("one that takes too long is rejected, its thread is ended, and the next is read", async () => {
    const threads = threadsWith({ deadlineMs: 300 });
    expect(await refusalOf(read(threads, LONG))).toContain("takes too long to read");
    expect(threads.count).toBe(0);
    const patient = threadsWith();
    expect(await read(patient, CURL)).toMatchObject({ format: "curl" });
  });

  test.each([
    ["JSON", `{"openapi": [${"{},".repeat(3_000_001)}1]}`],
    ["YAML", `openapi: [${"[],".repeat(3_000_001)}1]`],
  ])("one with too many values is rejected before they are allocated: %s", async (_kind, text) => {
    expect(await refusalOf(read(threadsWith({ heapMb: 128 }), text))).toContain(
      "must not hold more than 3000000 values",
    );
  });

  test("one that takes too much memory is rejected, and the process survives", async () => {
    const threads = threadsWith({ heapMb: 48 });
    expect(await refusalOf(read(threads, LONG))).toContain("takes too much memory");
    await vi.waitFor(() => expect(threads.count).toBe(0), { timeout: 20_000 });
    expect(await read(threads, CURL)).toMatchObject({ format: "curl" });
  });
});

describe("a thread", () => {
  test("is started by the first document, reused for the next and ended when idle", async () => {
    const threads = threadsWith({ idleMs: 200 });
    expect(threads.count).toBe(0);
    await read(threads, CURL);
    expect(await refusalOf(read(threads, "hello"))).toContain("a command line that begins with curl");
    expect(threads.count).toBe(1);
    await vi.waitFor(() => expect(threads.count).toBe(0), { timeout: 20_000 });
  });

  test("has a bounded wait while all are busy", async () => {
    const threads = threadsWith({ waitTimeoutMs: 100 });
    const others = [LONG, LONG].map((text) => read(threads, text).catch(() => undefined));
    expect(await refusalOf(read(threads, CURL))).toContain("Too many documents are being imported");
    await threads.close();
    await Promise.all(others);
  });
});
