import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import process from "node:process";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { natsServerMissing } from "../packages/server/test/servers/nats-server.ts";
import { type Fleet, startFleet } from "./harness/fleet.ts";
import { createLab } from "./harness/lab.ts";
import { changeMonitor, createMonitor, getMonitor, listResults } from "./harness/monitors.ts";
import type { Vedette } from "./harness/vedette.ts";

/** Retries at another location, with runners at two locations and a real NATS. */

const lab = createLab(afterAll);
const missing = natsServerMissing();
if (missing) process.stderr.write(`Retries at another location are not tested: ${missing}.\n`);

const POLL = { timeout: 40_000, interval: 100 };

describe.skipIf(missing)("retries at another location", () => {
  let fleet: Fleet;
  let api: Vedette;
  let target: Server;
  /** The statuses of the next responses; later responses have 200. */
  let statuses: number[] = [];
  let url: string;

  const startRunner = (location: string) =>
    fleet.start("runner", {
      args: ["--location", location],
      env: { VEDETTE_RUNNER_NAME: `runner-${location}`, VEDETTE_RUNNER_THREADS: "1" },
    });

  beforeAll(async () => {
    target = createServer((_, response) => void response.writeHead(statuses.shift() ?? 200).end());
    await new Promise<void>((resolve) => target.listen(0, "127.0.0.1", resolve));
    url = `http://127.0.0.1:${(target.address() as AddressInfo).port}/`;
    fleet = await startFleet(lab);
    [api] = await Promise.all([
      fleet.start("api"),
      fleet.start("scheduler"),
      startRunner("eu"),
      startRunner("us"),
    ]);
  });
  afterAll(async () => {
    await fleet?.stop();
    target?.close();
  });

  const create = (count: number) =>
    createMonitor(api, {
      ...{ name: "Shop", url, interval: 86_400, locations: ["eu", "us"] },
      retries: count,
      retry: { other_location: true },
    });
  const found = async (id: string) => {
    const results = await listResults(api, id);
    return results
      .map(({ location, runner, status, attempts }) => [location, runner, status, attempts])
      .sort();
  };

  test("a check that fails at one location passes at the other", async () => {
    statuses = [500, 500];
    const { id } = await create(1);
    await expect
      .poll(() => found(id), POLL)
      .toEqual([
        ["eu", "runner-us", "up", 2],
        ["us", "runner-eu", "up", 2],
      ]);
    expect((await getMonitor(api, id)).status).toBe("up");
  });

  test("is down after the last retry, and each slot has one result", async () => {
    statuses = Array(100).fill(500);
    const { id } = await create(2);
    await expect.poll(async () => (await found(id)).length, POLL).toBe(2);
    expect(await found(id)).toEqual([
      ["eu", expect.stringMatching(/^runner-/), "down", 3],
      ["us", expect.stringMatching(/^runner-/), "down", 3],
    ]);
    statuses = [];
    await changeMonitor(api, id, { retries: 0, retry: null });
    await expect.poll(async () => (await getMonitor(api, id)).status, POLL).toBe("up");
    const own = (await found(id)).filter(([, , status]) => status === "up");
    expect(own).toEqual([
      ["eu", "runner-eu", "up", 1],
      ["us", "runner-us", "up", 1],
    ]);
  });
});
