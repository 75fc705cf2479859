import type { CheckType } from "@vedette/contract/checks/check-types.ts";
import { describe, expect, test } from "vitest";
import { runCheck } from "../../src/engine/checks/registry.ts";
import { checkContext } from "../servers/raw-server.ts";
import { specOf } from "./check-specs.ts";
import { collectCodes } from "./hostile-streams.ts";
import { HOSTILE_SERVICES } from "./service-specs.ts";

/** Hostile servers for the kinds that log in to a service: each check ends in bounded time, with a code of the catalog. */

const CODES = [
  ...["TIMEOUT", "PROTOCOL_ERROR", "CONNECTION_RESET", "BODY_TOO_LARGE", "TLS_INVALID"],
  ...["LOGIN_FAILED", "SERVICE_ERROR"],
];
const SERVICES = Object.entries(HOSTILE_SERVICES) as [
  CheckType,
  (typeof HOSTILE_SERVICES)["redis"] & object,
][];

describe.each(SERVICES)("%s", (type, { fields, openings }) => {
  const unexpected = (codes: Record<string, string | undefined>) =>
    Object.entries(codes).filter(([, code]) => !CODES.includes(code ?? ""));

  const codesFor = (own: Record<string, unknown>, opening?: string | Uint8Array) =>
    collectCodes(
      (port, timeout_ms) =>
        runCheck(specOf(type, { host: "127.0.0.1", port, timeout_ms, ...own }), checkContext()),
      opening,
    );

  test.each(fields)("from the first byte, with %j", async (own) => {
    const codes = await codesFor(own);
    expect(unexpected(codes)).toEqual([]);
    expect(codes).toMatchObject({ silent: "TIMEOUT", "reset at once": "CONNECTION_RESET" });
  });

  test("after a good beginning", async () => {
    const all = await Promise.all(openings.flatMap((opening) => fields.map((own) => codesFor(own, opening))));
    expect(all.flatMap(unexpected)).toEqual([]);
  });
});
