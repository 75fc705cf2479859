import { describe, expect, test } from "vitest";
import {
  checkContext,
  httpSpec,
  lookupOf,
  type RawServer,
  startAnswering,
  startRawServer,
} from "../../../../test/servers/raw-server.ts";
import { runCheck } from "../registry.ts";

const OK = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello";

function to(location: string, status = 302): string {
  return `HTTP/1.1 ${status} Moved\r\nLocation: ${location}\r\nContent-Length: 0\r\n\r\n`;
}

/** Redirects `/n` to `/n-1` and answers `/0`. */
function startCountdown(): Promise<RawServer> {
  return startRawServer((socket, request) => {
    const left = Number(/^\w+ \/(\d+)/.exec(request)?.[1]);
    socket.end(left === 0 ? OK : to(`/${left - 1}`));
  });
}

const headerOf = (request: string | undefined, name: string) =>
  new RegExp(`\r\n${name}: ([^\r]*)`, "i").exec(request ?? "")?.[1];

describe("redirects", () => {
  test.each([0, 1, 10])("follows %i of them, each on its own connection", async (count) => {
    const server = await startCountdown();
    const outcome = await runCheck(httpSpec(`${server.url}${count}`), checkContext());
    expect(outcome).toMatchObject({ status: "up", statusCode: 200 });
    expect(server.received).toHaveLength(count + 1);
    const { connectUs, ttfbUs, downloadUs } = outcome.timings;
    expect((connectUs ?? 0) + (ttfbUs ?? 0) + (downloadUs ?? 0)).toBe(outcome.responseUs);
    await server.idle();
    await server.close();
  });

  test("the eleventh, or a loop, is TOO_MANY_REDIRECTS", async () => {
    const server = await startCountdown();
    const loop = await startAnswering(to("/"));
    for (const url of [`${server.url}11`, loop.url]) {
      const outcome = await runCheck(httpSpec(url), checkContext());
      expect(outcome).toMatchObject({
        statusCode: 302,
        error: { code: "TOO_MANY_REDIRECTS", phase: "headers" },
      });
    }
    await server.close();
    await loop.close();
  });

  test("are ordinary responses if they are not followed", async () => {
    const server = await startAnswering(to("/x"));
    const outcome = await runCheck(httpSpec(server.url, { followRedirects: false }), checkContext());
    expect(outcome).toMatchObject({ status: "up", statusCode: 302 });
    expect(server.received).toHaveLength(1);
    await server.close();
  });

  test.each(["file:///etc/passwd", "gopher://a/", "data:,x", "javascript:1", "http://[", "http://"])(
    "to %s are not followed",
    async (location) => {
      const server = await startAnswering(to(location));
      const { error } = await runCheck(httpSpec(server.url), checkContext());
      expect(error).toMatchObject({ code: "PROTOCOL_ERROR", phase: "headers" });
      await server.close();
    },
  );

  test("are checked against the egress policy again", async () => {
    const server = await startAnswering(to("http://169.254.169.254/latest/meta-data/"));
    const outcome = await runCheck(httpSpec(server.url), checkContext());
    expect(outcome).toMatchObject({
      statusCode: null,
      error: { code: "ADDRESS_BLOCKED", phase: "connect" },
    });
    await server.close();
  });

  test("decode bare UTF-8 in the location, and forward no user name", async () => {
    const server = await startRawServer((socket, request) => {
      const next = to(`http://user:pass@127.0.0.1:${socket.localPort}/\u00fc`);
      socket.end(request.startsWith("GET / ") ? Buffer.from(next, "utf8") : OK);
    });
    expect(await runCheck(httpSpec(server.url), checkContext())).toMatchObject({ status: "up" });
    expect(server.received[1]).toMatch(/^GET \/%C3%BC HTTP/);
    expect(server.received[1]).not.toMatch(/authorization/i);
    await server.close();
  });
});

describe("methods", () => {
  test.each([
    [301, "POST", "GET"],
    [302, "POST", "GET"],
    [303, "POST", "GET"],
    [303, "PUT", "GET"],
    [301, "PUT", "PUT"],
    [307, "POST", "POST"],
    [308, "POST", "POST"],
    [303, "HEAD", "HEAD"],
    [302, "HEAD", "HEAD"],
  ])("after %i a %s continues as %s", async (status, method, expected) => {
    const server = await startAnswering(to("/next", status), OK);
    const body = method === "HEAD" ? null : "data";
    const headers = { "Content-Type": "text/plain" };
    await runCheck(httpSpec(server.url, { method, body, headers }), checkContext());
    const second = server.received[1] ?? "";
    expect(second.split(" ")[0]).toBe(expected);
    const keepsBody = expected === method && body !== null;
    expect(second.endsWith("data")).toBe(keepsBody);
    expect(headerOf(second, "Content-Type")).toBe(method === expected ? "text/plain" : undefined);
    await server.close();
  });
});

describe("secrets", () => {
  const secret = {
    Authorization: "Bearer s",
    "proxy-authorization": "s",
    Cookie: "a=s",
    "X-API-Key": "s",
    "Api-Key": "s",
    "x-auth-token": "s",
    Host: "virtual.test",
  };
  const headers = { ...secret, "X-Plain": "kept" };

  test("in a header of any name stay with their origin, also after it", async () => {
    const other = await startAnswering(OK);
    const first = await startAnswering(to("/same"), to(`http://other.test:${other.port}/`));
    const lookup = lookupOf({ "other.test": ["127.0.0.1"] });
    const spec = { headers: { "X-Signature": "s", "X-Plain": "kept" }, secretHeaders: ["X-Signature"] };
    await runCheck(httpSpec(first.url, spec), checkContext({ lookup }));
    expect(headerOf(first.received[1], "X-Signature")).toBe("s");
    expect(headerOf(other.received[0], "X-Signature")).toBeUndefined();
    expect(headerOf(other.received[0], "X-Plain")).toBe("kept");
    await first.close();
    await other.close();
  });

  test("stay with their origin: another one receives only the plain headers, and so do all after it", async () => {
    const other = await startAnswering(OK);
    const first = await startAnswering(to("/same"), to(`http://other.test:${other.port}/`));
    const lookup = lookupOf({ "other.test": ["127.0.0.1"] });
    await runCheck(httpSpec(first.url, { headers }), checkContext({ lookup }));
    for (const [name, value] of Object.entries(secret)) {
      expect(headerOf(first.received[1], name)).toBe(value);
      expect(headerOf(other.received[0], name)).toBe(
        name === "Host" ? `other.test:${other.port}` : undefined,
      );
    }
    expect(headerOf(other.received[0], "X-Plain")).toBe("kept");
    await first.close();
    await other.close();
  });

  test("do not come back if the redirects return to the first origin", async () => {
    const home = await startRawServer((socket, request) =>
      socket.end(request.startsWith("GET / ") ? to(`http://127.0.0.1:${away.port}/`) : OK),
    );
    const away = await startAnswering(to(`${home.url}again`));
    await runCheck(httpSpec(home.url, { headers }), checkContext());
    expect(headerOf(home.received[1], "Authorization")).toBeUndefined();
    await home.close();
    await away.close();
  });
});
