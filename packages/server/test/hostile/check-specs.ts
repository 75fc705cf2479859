import { createConfig, toCheckSpec } from "@vedette/contract/checks/check-config.ts";
import type { CheckSpec } from "@vedette/contract/checks/check-run.ts";
import type { CheckType, ProbedType } from "@vedette/contract/checks/check-types.ts";

/** Returns the spec of a monitor with these fields of the API, without retries. */
export function specOf<Type extends CheckType>(
  type: Type,
  {
    timeout_ms = 5_000,
    baseline = null,
    ...fields
  }: { timeout_ms?: number; baseline?: readonly string[] | null } & Record<string, unknown>,
): Extract<CheckSpec, { kind: Type }> {
  const config = createConfig(type, fields);
  return toCheckSpec({ type, config, timeout_ms, max_retries: 0, baseline }) as Extract<
    CheckSpec,
    { kind: Type }
  >;
}

/** The fields with which a check of each kind connects to a host and port. */
export const CONNECTING: Record<ProbedType, (host: string, port: number) => Record<string, unknown>> = {
  url: (host, port) => ({ url: `http://${host}:${port}/` }),
  tcp: (host, port) => ({ host, port }),
  tls: (host, port) => ({ host, port }),
  websocket: (host, port) => ({ url: `ws://${host}:${port}/` }),
  grpc: (host, port) => ({ host, port }),
  ping: (host) => ({ host, count: 1 }),
  udp: (host, port) => ({ host, port, send: "x" }),
  supplier_status: (host, port) => ({ url: `http://${host}:${port}/summary.json` }),
  dns: (host, port) => ({ host: "shop.test", server: [host], port }),
  redis: (host, port) => ({ host, port }),
  smtp: (host, port) => ({ host, port }),
  imap: (host, port) => ({ host, port }),
  pop3: (host, port) => ({ host, port }),
  postgres: (host, port) => ({ host, port, user: "u" }),
  mysql: (host, port) => ({ host, port, user: "u" }),
  mqtt: (host, port) => ({ host, port }),
  ssh: (host, port) => ({ host, port }),
  ldap: (host, port) => ({ host, port }),
  ntp: (host, port) => ({ host, port }),
  rabbitmq: (host, port) => ({ host, port, user: "u", password: "p" }),
  docker: (host, port) => ({ host, port, container: "c" }),
  snmp: (host, port) => ({ host, port, community: "c" }),
};
