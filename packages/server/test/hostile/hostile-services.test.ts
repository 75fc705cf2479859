import type { CheckType } from "@vedette/contract/checks/check-types.ts";
import { expect, test } from "vitest";
import { runCheck } from "../../src/engine/checks/registry.ts";
import { checkContext } from "../servers/raw-server.ts";
import { specOf } from "./check-specs.ts";
import { collectCodes } from "./hostile-streams.ts";
import { HOSTILE_SERVICES } from "./service-specs.ts";

/** Hostile servers for the kinds that log in to a service: each check ends in bounded time, with a code of the catalog. */

/** More than a hundred checks run at the same time. */
const TIMEOUT_MS = 1_000;
const CODES = [
  ...["TIMEOUT", "PROTOCOL_ERROR", "CONNECTION_RESET", "BODY_TOO_LARGE", "TLS_INVALID"],
  ...["LOGIN_FAILED", "SERVICE_ERROR"],
];
const SERVICES = Object.entries(HOSTILE_SERVICES) as [
  CheckType,
  (typeof HOSTILE_SERVICES)["redis"] & object,
][];

test.each(SERVICES)("%s", async (type, { fields, openings }) => {
  const run = (own: Record<string, unknown>, opening?: string | Uint8Array) =>
    collectCodes(
      (port, timeout_ms) =>
        runCheck(specOf(type, { host: "127.0.0.1", port, timeout_ms, ...own }), checkContext()),
      { opening, timeoutMs: TIMEOUT_MS },
    );
  const [fromFirstByte, afterOpening] = await Promise.all([
    Promise.all(fields.map((own) => run(own))),
    Promise.all(openings.flatMap((opening) => fields.map((own) => run(own, opening)))),
  ]);
  for (const codes of fromFirstByte) {
    expect(unexpectedIn(codes)).toEqual([]);
    expect(codes).toMatchObject({ silent: "TIMEOUT", "reset at once": "CONNECTION_RESET" });
  }
  expect(afterOpening.flatMap(unexpectedIn)).toEqual([]);
});

function unexpectedIn(codes: Record<string, string | undefined>) {
  return Object.entries(codes).filter(([, code]) => !CODES.includes(code ?? ""));
}
