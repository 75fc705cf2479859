import { createServer, type Socket } from "node:net";
import { describe, expect, test } from "vitest";
import { listening } from "../../../test/servers/raw-server.ts";
import { dial } from "./dial.ts";
import { createEgressPolicy } from "./egress-policy.ts";
import type { NetFailure, RunnerError } from "./net-failure.ts";

const policy = createEgressPolicy({ mode: "self-hosted", allow: [], deny: [], ownPorts: () => [] });

function dialled(addresses: readonly string[], port: number) {
  const tried: string[] = [];
  return new Promise<{
    tried: string[];
    ip?: string;
    socket?: Socket;
    failure?: NetFailure | RunnerError;
  }>((resolve) => {
    dial(
      policy,
      { addresses, port },
      {
        onAddress: (ip) => tried.push(ip),
        onConnected: (socket, ip) => resolve({ tried, ip, socket }),
        onFailure: (failure) => resolve({ tried, failure }),
      },
    );
  });
}

describe("dial", () => {
  test("tries the next address after a refused connection", async () => {
    const server = await listening(createServer());
    const { tried, ip, socket } = await dialled(["127.0.0.2", "127.0.0.1"], server.port);
    expect({ tried, ip }).toEqual({ tried: ["127.0.0.2", "127.0.0.1"], ip: "127.0.0.1" });
    socket?.destroy();
    await server.close();
  });

  test("reports the refused connection if all addresses fail", async () => {
    const server = await listening(createServer());
    await server.close();
    // TCP cannot be routed to a multicast address; the policy is not checked again before dialing.
    const { failure, tried } = await dialled(["224.0.0.1", "127.0.0.1", "240.0.0.1"], server.port);
    expect(tried).toHaveLength(3);
    expect(failure).toMatchObject({
      error: { code: "CONNECT_REFUSED", phase: "connect" },
      code: "ECONNREFUSED",
    });
  });

  test("reports CONNECT_TIMEOUT for an unreachable address", async () => {
    const { failure } = await dialled(["224.0.0.1"], 80);
    expect(failure).toMatchObject({ error: { code: "CONNECT_TIMEOUT", phase: "connect" } });
  });
});
