import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ApiError } from "./api-error.ts";
import { type EventSubscription, followEvents, retryDelayMs } from "./live-events.ts";
import type { LiveMessage } from "./live-message.ts";

const RESULT = 'id: e-1\nevent: check.result\ndata: {"monitor_id":"m1","name":"Käse"}\n\n';
const STATUS = 'id: e-2\nevent: monitor.status\ndata: {"monitor_id":"m1"}\n\n';

describe("the event stream", () => {
  test("parses messages however the network splits them", async () => {
    const bytes = new TextEncoder().encode(
      `retry: 2000\n\n: alive\n\n${RESULT}${STATUS}event: reset\ndata: {}\n\n`,
    );
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: bytes.length }), async (size) => {
        const { messages } = await follow([streamOf(cut(bytes, size))]);
        expect(messages.map(({ type }) => type)).toEqual(["check.result", "monitor.status", "reset"]);
        expect(messages[0]).toMatchObject({ data: { name: "Käse" } });
      }),
      { numRuns: 30 },
    );
  });

  test("ignores unknown events", async () => {
    const { messages } = await follow([textStream(`event: news\ndata: ?\n\n${STATUS}`)]);
    expect(messages.map(({ type }) => type)).toEqual(["monitor.status"]);
  });

  test("sends the key, and the last event id when reconnecting", async () => {
    const { requests } = await follow([textStream(RESULT), textStream(STATUS), textStream("")]);
    expect(requests.map((headers) => headers.get("authorization"))).toEqual(Array(3).fill("Bearer k"));
    expect(requests.map((headers) => headers.get("last-event-id"))).toEqual([null, "e-1", "e-2"]);
  });
});

describe("interruptions", () => {
  test("back off with growing delays, which a successful connection resets", async () => {
    const down = () => Promise.reject(new TypeError("fetch failed"));
    const busy = () => Promise.resolve(new Response("<html>", { status: 502 }));
    const { waits, opened } = await follow([down, busy, down, textStream(""), down]);
    expect(waits).toEqual([2_000, 4_000, 8_000, 1_000, 2_000]);
    expect(opened).toBe(1);
  });

  test("reopens a stream that breaks", async () => {
    const broken = () => {
      const body = new ReadableStream<Uint8Array>({
        pull: (controller) => controller.error(new TypeError("network error")),
      });
      return Promise.resolve(new Response(body));
    };
    const { messages, waits } = await follow([broken, textStream(STATUS)]);
    expect([messages.length, waits[0]]).toEqual([1, 1_000]);
  });

  test.each([401, 403])(
    "stops after a %i response, since the key would be rejected again",
    async (status) => {
      const code = status === 401 ? "UNAUTHORIZED" : "FORBIDDEN";
      const refusal = () =>
        Promise.resolve(Response.json({ success: false, error: { code, message: "No." } }, { status }));
      await expect(follow([refusal])).rejects.toEqual(new ApiError(code, "No."));
    },
  );
});

test("returns a delay between half of the maximum and the maximum, at most 30 s", () => {
  fc.assert(
    fc.property(fc.nat(), fc.double({ min: 0, max: 1, noNaN: true }), (failures, chance) => {
      const delayMs = retryDelayMs(failures, chance);
      expect(delayMs).toBeGreaterThanOrEqual(500);
      expect(delayMs).toBeLessThanOrEqual(30_000);
    }),
  );
});

type Connection = () => Promise<Response>;

/** Follows the given connections one after the other and stops when the last one ends. */
async function follow(connections: Connection[]) {
  const controller = new AbortController();
  const messages: LiveMessage[] = [];
  const requests: Headers[] = [];
  const waits: number[] = [];
  let opened = 0;
  const remaining = [...connections];
  const subscription: EventSubscription = {
    key: "k",
    signal: controller.signal,
    fetch: (_path, init) => {
      requests.push(new Headers(init?.headers));
      const next = remaining.shift();
      return next ? next() : Promise.reject(new TypeError("no connection was prepared"));
    },
    onOpen: () => {
      opened += 1;
    },
    onMessage: (message) => messages.push(message),
    onData: () => {},
    onLost: (ms) => waits.push(ms),
    wait: async () => {
      if (remaining.length === 0) controller.abort();
    },
    random: () => 1,
  };
  await followEvents(subscription);
  return { messages, requests, waits, opened };
}

const textStream = (text: string): Connection => streamOf([new TextEncoder().encode(text)]);

function streamOf(parts: readonly Uint8Array<ArrayBuffer>[]): Connection {
  return () => {
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
      start(controller) {
        for (const part of parts) controller.enqueue(part);
        controller.close();
      },
    });
    return Promise.resolve(new Response(body));
  };
}

function cut(bytes: Uint8Array<ArrayBuffer>, size: number): Uint8Array<ArrayBuffer>[] {
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
    bytes.slice(index * size, (index + 1) * size),
  );
}
