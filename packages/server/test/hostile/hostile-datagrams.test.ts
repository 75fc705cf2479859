import { randomBytes } from "node:crypto";
import { createSocket } from "node:dgram";
import { once } from "node:events";
import type { CheckType } from "@vedette/contract/checks/check-types.ts";
import { expect, test } from "vitest";
import { runCheck } from "../../src/engine/checks/registry.ts";
import { checkContext } from "../servers/raw-server.ts";
import { specOf } from "./check-specs.ts";
import { HOSTILE_UDP_SERVICES } from "./service-specs.ts";

/** Hostile servers for the services over UDP: each check ends in bounded time, with a code of the catalog. */

const TIMEOUT_MS = 400;

/** What a hostile server answers to each datagram. */
const ANSWERS: Readonly<Record<string, (request: Buffer) => readonly Buffer[]>> = {
  silent: () => [],
  empty: () => [Buffer.alloc(0)],
  garbage: () => [randomBytes(512).fill(0xff, 0, 16)],
  truncated: (request) => [request.subarray(0, request.length / 2)],
  reflected: (request) => [request],
  "wrong version": () => [Buffer.from("HTTP/1.0 505 HTTP Version Not Supported\r\n\r\n")],
  oversized: () => [Buffer.alloc(60_000, 0x78)],
  endless: () => Array.from({ length: 500 }, () => Buffer.from("x")),
};

const services = Object.entries(HOSTILE_UDP_SERVICES) as [CheckType, readonly Record<string, unknown>[]][];

test.each(services)("%s", async (type, fields) => {
  const runs = fields.flatMap((own) =>
    Object.values(ANSWERS).map(async (answer) => {
      const socket = createSocket("udp4");
      socket.on("message", (request, { port, address }) => {
        for (const datagram of answer(request)) socket.send(datagram, port, address, () => {});
      });
      socket.bind(0, "127.0.0.1");
      await once(socket, "listening");
      const target = { host: "127.0.0.1", port: socket.address().port, timeout_ms: TIMEOUT_MS };
      const { error } = await runCheck(specOf(type, { ...target, ...own }), checkContext());
      socket.close();
      return error?.code;
    }),
  );
  const codes = await Promise.all(runs);
  expect(codes.filter((code) => code !== "TIMEOUT" && code !== "PROTOCOL_ERROR")).toEqual([]);
});
