import http2, { type Http2Server, type ServerHttp2Stream } from "node:http2";
import { createServer, type Socket } from "node:net";
import type { Assertion } from "@vedette/contract/assertions/assertions.ts";
import { afterEach, describe, expect, test } from "vitest";
import { checkContext, httpSpec, listening } from "../../../../test/servers/raw-server.ts";
import { runCheck } from "../registry.ts";

type Serve = (stream: ServerHttp2Stream, headers: Record<string, unknown>) => void;

const hello: Serve = (stream) => {
  stream.respond({ ":status": 200, "x-a": "b" });
  stream.end("hello");
};
const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** A cleartext HTTP/2 server: answers an HTTP/1.1 request with SETTINGS and closes the connection. */
async function startClear(serve: Serve): Promise<string> {
  const server: Http2Server = http2.createServer();
  server.on("sessionError", () => {});
  server.on("stream", (stream, headers) => {
    stream.on("error", () => {});
    serve(stream, headers);
  });
  const { port, close } = await listening(server);
  closing.push(close);
  return `http://127.0.0.1:${port}/`;
}

describe("HTTP/2 on a server that supports nothing else", () => {
  test("is used in cleartext if the server answers in it, with the timings of that exchange only", async () => {
    const seen: Record<string, unknown>[] = [];
    const url = await startClear((stream, headers) => {
      seen.push(headers);
      hello(stream, headers);
    });
    const assertions: Assertion[] = [
      { type: "body", property: null, operator: "equals", value: "hello" },
      { type: "header", property: "X-A", operator: "equals", value: "b" },
    ];
    const spec = httpSpec(`${url}p?q=1`, {
      method: "POST",
      body: "data",
      headers: { "X-Own": "1" },
      assertions,
    });
    const outcome = await runCheck(spec, checkContext());
    expect(outcome).toMatchObject({ status: "up", statusCode: 200, bodyBytes: 5, error: null });
    expect(seen[0]).toMatchObject({
      ":method": "POST",
      ":path": "/p?q=1",
      ":scheme": "http",
      "x-own": "1",
      "content-length": "4",
    });
    expect(seen[0]?.[":authority"]).toMatch(/^127\.0\.0\.1:\d+$/);
    const { connectUs, ttfbUs, downloadUs } = outcome.timings;
    expect((connectUs ?? 0) + (ttfbUs ?? 0) + (downloadUs ?? 0)).toBe(outcome.responseUs);
  });

  test("follows redirects", async () => {
    const url = await startClear((stream, headers) => {
      if (headers[":path"] === "/end") return hello(stream, headers);
      stream.respond({ ":status": 302, location: "/end" }, { endStream: true });
    });
    expect(await runCheck(httpSpec(url), checkContext())).toMatchObject({ status: "up", statusCode: 200 });
  });

  test("a HEAD request and a response without a body complete", async () => {
    const url = await startClear((stream) => stream.respond({ ":status": 204 }, { endStream: true }));
    for (const method of ["HEAD", "GET"]) {
      const outcome = await runCheck(httpSpec(url, { method }), checkContext());
      expect(outcome).toMatchObject({ status: "up", bodyBytes: 0 });
    }
  });

  const failures: [string, Serve, object][] = [
    [
      "a reset stream",
      (stream) => stream.close(http2.constants.NGHTTP2_INTERNAL_ERROR),
      { phase: "headers" },
    ],
    [
      "a refused stream",
      (stream) => stream.close(http2.constants.NGHTTP2_REFUSED_STREAM),
      { phase: "headers" },
    ],
    [
      "a connection lost within the body",
      (stream) => {
        stream.respond({ ":status": 200 });
        stream.write("abc", () =>
          setImmediate(() => (stream.session?.socket as Socket | undefined)?.destroy()),
        );
      },
      { code: "CONNECTION_RESET", phase: "body" },
    ],
    [
      "a body shorter than its declared length",
      (stream) => {
        stream.respond({ ":status": 200, "content-length": 10 });
        stream.end("abc");
      },
      { code: "PROTOCOL_ERROR", phase: "body" },
    ],
    [
      "a connection lost before the response",
      (stream) => (stream.session?.socket as Socket | undefined)?.destroy(),
      { code: "CONNECTION_RESET", phase: "headers" },
    ],
    ["a session that ends", (stream) => stream.session?.destroy(), {}],
    ["no response", () => {}, { code: "TIMEOUT", phase: "headers" }],
    ["no end", (stream) => stream.respond({ ":status": 200 }), { code: "TIMEOUT", phase: "body" }],
    [
      "eleven informational responses",
      (stream) => {
        for (let count = 0; count < 11; count += 1) stream.additionalHeaders({ ":status": 103 });
        stream.respond({ ":status": 200 }, { endStream: true });
      },
      { code: "PROTOCOL_ERROR", phase: "headers" },
    ],
  ];
  test.each(failures)("%s is a failure with a phase", async (_, serve, expected) => {
    const url = await startClear(serve);
    const outcome = await runCheck(httpSpec(url, { timeoutMs: 400 }), checkContext());
    expect(outcome.status).toBe("down");
    expect(outcome.error).toMatchObject(expected);
  });

  test("an endless body is read to its limit", async () => {
    const url = await startClear((stream) => {
      stream.respond({ ":status": 200 });
      const pour = () => {
        while (!stream.destroyed && stream.write(Buffer.alloc(65_536)));
      };
      stream.on("drain", pour);
      pour();
    });
    expect(await runCheck(httpSpec(url), checkContext())).toMatchObject({ status: "up", error: null });
  });

  test("a server that sends SETTINGS and then invalid bytes fails once", async () => {
    const settings = Buffer.from([0, 0, 0, 4, 0, 0, 0, 0, 0]);
    const server = await listening(
      createServer((socket) => {
        socket.on("error", () => {});
        socket.write(settings);
        socket.once("data", () => socket.end(Buffer.alloc(100, 0xff)));
      }),
    );
    closing.push(server.close);
    const outcome = await runCheck(httpSpec(`http://127.0.0.1:${server.port}/`), checkContext());
    expect(["PROTOCOL_ERROR", "CONNECTION_RESET"]).toContain(outcome.error?.code);
  });
});
