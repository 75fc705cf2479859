import { expect, test } from "vitest";
import { checkContext } from "../../../../test/servers/raw-server.ts";
import type { NetFailure, RunnerError } from "../net-failure.ts";
import { openUdp } from "./open-udp.ts";

const BROADCAST = "255.255.255.255";

test("an address that the system refuses to send to is a failure, and no channel opens", async () => {
  const { egress } = checkContext({ allow: [BROADCAST] });
  const failure = await new Promise<NetFailure | RunnerError>((resolve, reject) => {
    openUdp(
      egress,
      { host: BROADCAST, port: 53 },
      {
        onResolved: () => undefined,
        onAddress: () => undefined,
        onMessage: () => undefined,
        onOpen: () => reject(new Error("the socket opened")),
        onFailure: resolve,
      },
    );
  });
  expect(failure).toMatchObject({
    ...{ code: "EACCES", error: { code: "CONNECT_TIMEOUT", phase: "connect" } },
  });
});
