import { once } from "node:events";
import { createServer } from "node:net";
import { afterEach, expect, test } from "vitest";
import { checkContext, httpSpec } from "../../../test/servers/raw-server.ts";
import { runCheck } from "./registry.ts";

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

test("a stopped check closes its open request immediately and has no outcome", async () => {
  const server = createServer().listen(0, "127.0.0.1");
  ends.push(() => server.close());
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const stop = new AbortController();
  const spec = httpSpec(`http://127.0.0.1:${port}/`, { timeoutMs: 600_000 });
  const [connection, checked] = [
    once(server, "connection"),
    runCheck(spec, { ...checkContext(), signal: stop.signal }),
  ];
  const [socket] = await connection;
  socket.resume();
  const closed = once(socket, "close");
  stop.abort(new Error("its target was deleted"));
  await expect(checked).rejects.toThrow("its target was deleted");
  await closed;
});

test("a check whose signal is already aborted does not start", async () => {
  const spec = httpSpec("http://127.0.0.1:9/", { timeoutMs: 600_000 });
  const signal = AbortSignal.abort(new Error("stopped"));
  await expect(runCheck(spec, { ...checkContext(), signal })).rejects.toThrow("stopped");
});
