import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import type { FastifyReply } from "fastify";
import { expect, test } from "vitest";
import { VisitorStreams } from "./event-stream.ts";

const STREAMS_OF_ADDRESS_MAX = 100;

test("a visitor who left before the stream started takes no place of another one", () => {
  const streams = new VisitorStreams();
  let listeners = 0;
  const start = (raw: ServerResponse) =>
    streams.start({ raw, hijack: () => undefined, getHeaders: () => ({}) } as unknown as FastifyReply, {
      ...{ address: "192.0.2.1", version: "1", isStillAllowed: async () => true },
      listen() {
        listeners += 1;
        return () => {
          listeners -= 1;
        };
      },
    });
  for (let count = 0; count < STREAMS_OF_ADDRESS_MAX; count += 1) {
    const left = newResponse();
    left.destroy();
    start(left);
  }
  expect(listeners).toBe(0);
  const open = newResponse();
  start(open);
  expect(listeners).toBe(1);
  open.emit("close");
  expect(listeners).toBe(0);
});

function newResponse(): ServerResponse {
  return new ServerResponse(new IncomingMessage(new Socket()));
}
