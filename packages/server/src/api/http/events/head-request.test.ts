import { expect, test } from "vitest";
import { makeOrg, portOf, startTestApp } from "../../../../test/app.ts";
import { type Logger, silentLogger } from "../../../platform/kernel/logger.ts";

test("HEAD of a stream sends its headers once, and reports no error", async () => {
  const problems: unknown[] = [];
  const record = (event: string, facts?: object) => void problems.push({ event, ...facts });
  const log: Logger = { ...silentLogger, warn: record, error: record, child: () => log };
  const running = await startTestApp({ log });
  try {
    const { orgId, keys } = await makeOrg(running.database);
    await running.app.server.listen({ host: "127.0.0.1", port: 0 });
    const origin = `http://127.0.0.1:${portOf(running.app)}`;
    const headers = { authorization: `Bearer ${keys.admin}` };
    for (const [path, type] of [
      ["events", "text/event-stream"],
      ["metrics", "text/plain"],
      ["uptime.csv", "text/csv"],
    ]) {
      const response = await fetch(`${origin}/api/v1/${path}`, { method: "HEAD", headers });
      expect([path, response.status, response.headers.get("content-type")]).toEqual([
        ...[path, 200, expect.stringContaining(type ?? "")],
      ]);
    }
    expect(running.queue.isWatched(orgId)).toBe(false);
    expect(problems).toEqual([]);
  } finally {
    await running.stop();
  }
});
