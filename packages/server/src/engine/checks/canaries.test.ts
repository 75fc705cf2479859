import { createServer } from "node:net";
import { describe, expect, test } from "vitest";
import { checkContext, httpSpec, listening, startAnswering } from "../../../test/servers/raw-server.ts";
import { systemClock } from "../../platform/kernel/clock.ts";
import { silentLogger } from "../../platform/kernel/logger.ts";
import { type Canary, createCanaries } from "./canaries.ts";
import { runCheck } from "./registry.ts";

const logged: string[] = [];
const log = {
  ...silentLogger,
  error: (event: string) => void logged.push(event),
  warn: (event: string) => void logged.push(event),
};
/** The clock advances with each reading, so that no result is cached. */
let lookedMs = 0;
const clock = { ...systemClock, monotonic: () => (lookedMs += 10_000) };
const canariesOf = (canaries: readonly Canary[], options: { repeatMs?: number } = {}) =>
  createCanaries(canaries, { ...checkContext(), clock, log, ...options });

async function closedPort(): Promise<number> {
  const { port, close } = await listening(createServer());
  await close();
  return port;
}

const failed = async () => runCheck(httpSpec(`http://127.0.0.1:${await closedPort()}/`), checkContext());

describe("canaries", () => {
  test("a target that does not respond is down if one of them responds, with any status", async () => {
    const alive = await startAnswering("HTTP/1.1 500 Oops\r\nContent-Length: 0\r\n\r\n");
    const canaries = canariesOf([
      { kind: "tcp", host: "127.0.0.1", port: await closedPort() },
      { kind: "url", url: alive.url },
    ]);
    expect(await canaries.isInDoubt(await failed(), clock.monotonic())).toBe(false);
    await alive.close();
  });

  test("if all of them are silent the outcome is in doubt, and the log says so once at the start and once at the end", async () => {
    logged.length = 0;
    const server = createServer((socket) => socket.destroy());
    const { port, close } = await listening(server);
    await close();
    const canaries = canariesOf([{ kind: "tcp", host: "127.0.0.1", port }]);
    expect(await canaries.isInDoubt(await failed(), clock.monotonic())).toBe(true);
    expect(await canaries.isInDoubt(await failed(), clock.monotonic())).toBe(true);
    await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
    expect(await canaries.areSilent()).toBe(false);
    expect(await canaries.isInDoubt(await failed(), clock.monotonic())).toBe(false);
    expect(logged).toEqual(["runner.network_down", "runner.network_up"]);
    await new Promise((resolve) => server.close(resolve));
  });

  test("a check that began before they responded again is in doubt, also if they respond at its end", async () => {
    const port = await closedPort();
    const canaries = canariesOf([{ kind: "tcp", host: "127.0.0.1", port }]);
    expect(await canaries.isInDoubt(await failed(), clock.monotonic())).toBe(true);
    const startedMs = clock.monotonic();
    const alive = createServer((socket) => socket.destroy());
    await new Promise<void>((resolve) => alive.listen(port, "127.0.0.1", resolve));
    expect(await canaries.isInDoubt(await failed(), startedMs)).toBe(true);
    expect(await canaries.isInDoubt(await failed(), clock.monotonic())).toBe(false);
    await new Promise((resolve) => alive.close(resolve));
  });

  test("the log says that they respond again although no other check fails", async () => {
    logged.length = 0;
    const port = await closedPort();
    const canaries = canariesOf([{ kind: "tcp", host: "127.0.0.1", port }], { repeatMs: 10 });
    expect(await canaries.areSilent()).toBe(true);
    const alive = createServer((socket) => socket.destroy());
    await new Promise<void>((resolve) => alive.listen(port, "127.0.0.1", resolve));
    await expect.poll(() => logged).toEqual(["runner.network_down", "runner.network_up"]);
    await new Promise((resolve) => alive.close(resolve));
  });

  test("a response that fails an assertion is never in doubt, nor is any outcome without canaries", async () => {
    const target = await startAnswering("HTTP/1.1 500 Oops\r\nContent-Length: 0\r\n\r\n");
    const answered = await runCheck(httpSpec(target.url), checkContext());
    expect(answered.status).toBe("down");
    expect(
      await canariesOf([{ kind: "tcp", host: "127.0.0.1", port: await closedPort() }]).isInDoubt(
        answered,
        clock.monotonic(),
      ),
    ).toBe(false);
    expect(await canariesOf([]).isInDoubt(await failed(), clock.monotonic())).toBe(false);
    await target.close();
  });
});
