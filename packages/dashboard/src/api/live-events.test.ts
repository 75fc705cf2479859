import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ApiError } from "./api-error.ts";
import { type Following, followEvents, retryDelayMs } from "./live-events.ts";
import type { LiveMessage } from "./live-message.ts";

const RESULT = 'id: e-1\nevent: check.result\ndata: {"monitor_id":"m1","name":"Käse"}\n\n';
const STATUS = 'id: e-2\nevent: monitor.status\ndata: {"monitor_id":"m1"}\n\n';

describe("the stream", () => {
  test("its messages arrive whole, wherever the network cuts them", async () => {
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

  test("an event that is not known is passed over", async () => {
    const { messages } = await follow([textStream(`event: news\ndata: ?\n\n${STATUS}`)]);
    expect(messages.map(({ type }) => type)).toEqual(["monitor.status"]);
  });

  test("the key goes along, and a new connection says which event was the last", async () => {
    const { requests } = await follow([textStream(RESULT), textStream(STATUS), textStream("")]);
    expect(requests.map((headers) => headers.get("authorization"))).toEqual(Array(3).fill("Bearer k"));
    expect(requests.map((headers) => headers.get("last-event-id"))).toEqual([null, "e-1", "e-2"]);
  });
});

describe("interruptions", () => {
  test("are waited out longer and longer, and forgotten once a stream was open", async () => {
    const down = () => Promise.reject(new TypeError("fetch failed"));
    const busy = () => Promise.resolve(new Response("<html>", { status: 502 }));
    const { waits, opened } = await follow([down, busy, down, textStream(""), down]);
    expect(waits).toEqual([2_000, 4_000, 8_000, 1_000, 2_000]);
    expect(opened).toBe(1);
  });

  test("a stream that breaks in the middle is opened again", async () => {
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
    "an answer of %i ends the following, for the key stays what it is",
    async (status) => {
      const code = status === 401 ? "UNAUTHORIZED" : "FORBIDDEN";
      const refusal = () =>
        Promise.resolve(Response.json({ success: false, error: { code, message: "No." } }, { status }));
      await expect(follow([refusal])).rejects.toEqual(new ApiError(code, "No."));
    },
  );
});

test("a delay is at least half of what it is at most, and never more than half a minute", () => {
  fc.assert(
    fc.property(fc.nat(), fc.double({ min: 0, max: 1, noNaN: true }), (failures, chance) => {
      const delayMs = retryDelayMs(failures, chance);
      expect(delayMs).toBeGreaterThanOrEqual(500);
      expect(delayMs).toBeLessThanOrEqual(30_000);
    }),
  );
});

type Connection = () => Promise<Response>;

/** Follows through these connections, one after the other, and stops when the last one has ended. */
async function follow(connections: Connection[]) {
  const controller = new AbortController();
  const messages: LiveMessage[] = [];
  const requests: Headers[] = [];
  const waits: number[] = [];
  let opened = 0;
  const left = [...connections];
  const following: Following = {
    key: "k",
    signal: controller.signal,
    fetch: (_path, init) => {
      requests.push(new Headers(init?.headers));
      const next = left.shift();
      return next ? next() : Promise.reject(new TypeError("no connection was prepared"));
    },
    onOpen: () => {
      opened += 1;
    },
    onMessage: (message) => messages.push(message),
    onLost: (ms) => waits.push(ms),
    wait: async () => {
      if (left.length === 0) controller.abort();
    },
    random: () => 1,
  };
  await followEvents(following);
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
