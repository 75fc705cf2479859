import { expect, test } from "vitest";
import { checkContext, httpSpec, startAnswering } from "../../../../test/servers/raw-server.ts";
import { rootSpanIdOf } from "../../../platform/kernel/trace-context.ts";
import { runCheck } from "../registry.ts";

const OK = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello";
const TRACEPARENT = /^traceparent: 00-([0-9a-f]{32})-([0-9a-f]{16})-01\r$/im;

test("sends a new trace with each check, and the outcome has its ID", async () => {
  const server = await startAnswering(OK);
  const spec = httpSpec(server.url, { traceparent: true });
  const [first, second] = [await runCheck(spec, checkContext()), await runCheck(spec, checkContext())];
  const sent = server.received.map((request) => TRACEPARENT.exec(request)?.slice(1));
  expect(sent).toEqual([first, second].map(({ traceId = "" }) => [traceId, rootSpanIdOf(traceId)]));
  const states = server.received.map((request) => /^tracestate: (.*)\r$/im.exec(request)?.[1]);
  expect(states).toEqual(sent.map((ids) => `vedette=${ids?.[1]}`));
  expect(second.traceId).not.toBe(first.traceId);
  await server.close();
});

test("sends nothing by default, and does not replace the header of the monitor", async () => {
  const server = await startAnswering(OK);
  const plain = await runCheck(httpSpec(server.url), checkContext());
  const headers = { Traceparent: "00-mine" };
  const own = await runCheck(httpSpec(server.url, { headers, traceparent: true }), checkContext());
  expect([plain.traceId, own.traceId]).toEqual([undefined, undefined]);
  expect(server.received[0]).not.toMatch(/traceparent|tracestate/i);
  expect(server.received[1]?.match(/traceparent: .*/gi)).toEqual(["Traceparent: 00-mine"]);
  await server.close();
});
