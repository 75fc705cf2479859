import { expect, test } from "vitest";
import { createSecret } from "../../platform/config/secret.ts";
import { findOwnPorts } from "./protected-ports.ts";

const API = { port: 8080 };

function configOf({ database, nats }: { database?: string | undefined; nats?: string }) {
  return {
    database: { url: database === undefined ? null : createSecret(database) },
    nats: nats === undefined ? null : { url: createSecret(nats) },
  } as Parameters<typeof findOwnPorts>[0];
}

const names: Record<string, string[]> = { db: ["10.0.0.5", "fd00::5"], queue: ["10.0.0.6"] };
const resolver = {
  deadlineMs: 10_000,
  async lookup(name: string) {
    const found = names[name];
    if (!found) throw new Error(`getaddrinfo ENOTFOUND ${name}`);
    return found.map((address) => ({ address }));
  },
};

test("of a database and of NATS include every address of their host names, or the given address", async () => {
  const config = configOf({
    database: "postgres://vedette@db/vedette",
    nats: "nats://queue, tls://[fd00::7]:4333, nats://10.0.0.8",
  });
  expect(await findOwnPorts(config, 8080, resolver)).toEqual([
    API,
    { address: "10.0.0.5", port: 5432 },
    { address: "fd00::5", port: 5432 },
    { address: "10.0.0.6", port: 4222 },
    { address: "fd00::7", port: 4333 },
    { address: "10.0.0.8", port: 4222 },
  ]);
});

test("of an unknown host name are those of this machine", async () => {
  const config = configOf({ database: "postgres://vedette@gone:6000/vedette" });
  expect(await findOwnPorts(config, 8080, resolver)).toEqual([API, { port: 6000 }]);
});

test("do not wait for a resolver that does not respond", async () => {
  const silent = { lookup: () => new Promise<never>(() => {}), deadlineMs: 10 };
  expect(await findOwnPorts(configOf({ nats: "nats://slow" }), 8080, silent)).toEqual([API, { port: 4222 }]);
});

test.each([undefined, "postgres:///vedette?host=/run/postgresql"])(
  "do not include a database without a port (%s)",
  async (database) => {
    expect(await findOwnPorts(configOf({ database }), 8080, resolver)).toEqual([API]);
  },
);
