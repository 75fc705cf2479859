import type { CheckType } from "@vedette/contract/checks/check-types.ts";

type HostileService = {
  /** The fields of the check beside host and port; several check several dialogues. */
  fields: readonly Record<string, unknown>[];
  /** What hostile servers send before they misbehave: a protocol that begins well. */
  openings: readonly (string | Uint8Array)[];
};

/** The kinds that log in to a service over TCP, for the suite of hostile servers. */
export const HOSTILE_SERVICES: Partial<Record<CheckType, HostileService>> = {
  redis: {
    fields: [{}, { user: "u", password: "p", database: "1", info_field: "role" }],
    openings: [
      "+OK\r\n+OK\r\n+PONG\r\n$5\r\n",
      "+OK\r\n$999999999\r\n",
      "$4\r\n",
      "-ERR \u0000\r\n",
      ":1\r\n*1\r\n",
    ],
  },
};
