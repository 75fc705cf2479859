import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { expect, test } from "vitest";
import { EventHub, LISTENERS_MAX } from "./event-hub.ts";
import { startStream } from "./event-stream.ts";

test("a client that left before its stream started takes no place of another one", () => {
  const hub = new EventHub({ takeEvents: () => () => undefined, watchOrg: () => () => undefined });
  const start = (raw: ServerResponse) =>
    startStream(
      {
        ...{ raw, hub, orgId: "org", lastEventId: null, accepts: () => true },
        ...{ isStillAllowed: async () => true, heartbeatMs: 60_000 },
      },
      () => undefined,
    );
  for (let count = 0; count <= LISTENERS_MAX; count += 1) {
    const left = newResponse();
    left.destroy();
    expect(start(left)).toBe(true);
  }
  const open = newResponse();
  expect(start(open)).toBe(true);
  open.emit("close");
  hub.close();
});

function newResponse(): ServerResponse {
  return new ServerResponse(new IncomingMessage(new Socket()));
}
