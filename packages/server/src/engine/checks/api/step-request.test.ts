import { createServer as createHttp2Server } from "node:http2";
import type { createServer as createTcpServer } from "node:net";
import type { ApiStepSpec } from "@vedette/contract/runs/run-job.ts";
import { describe, expect, onTestFinished, test } from "vitest";
import {
  apiSpec,
  json,
  only,
  opened,
  startApi,
  statuses,
  step,
} from "../../../../test/servers/api-target.ts";
import { checkContext, listening, lookupOf } from "../../../../test/servers/raw-server.ts";
import { runAttempt } from "../run-registry.ts";

describe("the request", () => {
  test("contains query, basic auth, a text body and built-in values", async () => {
    const api = await opened(startApi((_, response) => json(response, 200, {})));
    const spec = apiSpec(
      [
        step(`${api.url}/a?x=1&raw={y}#part`, {
          method: "POST",
          query: { "the name": "{{v}} & more", y: "ü" },
          auth: { type: "basic", username: "{{u}}", password: "p:{{v}}" },
          headers: { "X-Ids": "{{$uuid}} {{$uuid}}", Authorization: "left out", "X-When": "{{$timestamp}}" },
          body: "text {{v}} {{$randomInt}} {{$isoTimestamp}}",
        }),
      ],
      { values: { u: "ada", v: "1" } },
    );
    const context = checkContext();
    const clock = { ...context.clock, now: () => 1_700_000_000_999 };
    const outcome = await runAttempt(spec, { ...context, clock });
    expect(outcome.error).toBeNull();
    const [got] = api.got;
    expect(got?.path).toBe("/a?x=1&raw={y}&the+name=1+%26+more&y=%C3%BC");
    expect(got?.headers.authorization).toBe(`Basic ${Buffer.from("ada:p:1").toString("base64")}`);
    const [one, two] = String(got?.headers["x-ids"]).split(" ");
    expect(one).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    expect(one).not.toBe(two);
    expect(got?.headers["x-when"]).toBe("1700000000");
    expect(got?.headers["content-type"]).toBeUndefined();
    expect(got?.body).toMatch(/^text 1 \d{1,4} 2023-11-14T22:13:20\.999Z$/);
    expect(only(outcome)).toMatchObject({
      url: `${api.url}/a?x=1&raw={y}&the+name=1+%26+more&y=%C3%BC`,
      request: { method: "POST", body: got?.body, isBodyCut: false },
    });
  });

  test.each<[string, Partial<ApiStepSpec>]>([
    ["url", { url: "http://127.0.0.1:1/{{missing}}" }],
    ["headers.X-A", { headers: { "X-A": "{{missing}}" } }],
    ["query.q", { query: { q: "{{missing}}" } }],
    ["body", { body: { a: ["{{missing}}"] } }],
    ["auth.token", { auth: { type: "bearer", token: "{{missing}}" } }],
    [
      "assertions.0.value",
      { assertions: [{ type: "body", property: null, operator: "equals", value: "{{missing}}" }] },
    ],
  ])("is not sent if a name in %s is unknown, which the error names", async (field, changes) => {
    const api = await opened(startApi((_, response) => json(response, 200, {})));
    const outcome = await runAttempt(apiSpec([step(api.url, changes), step(api.url)]), checkContext());
    expect(outcome.error).toMatchObject({ code: "UNKNOWN_VARIABLE", stepIndex: 0 });
    expect(outcome.error?.message).toContain(`{{missing}} in ${field} is not known`);
    expect(only(outcome)).toMatchObject({ request: null, response: null, url: null });
    expect(statuses(outcome)).toEqual(["failed", "skipped"]);
    expect(api.got).toEqual([]);
  });

  test.each<[string, Partial<ApiStepSpec>, string]>([
    ["an invalid URL", { url: "{{word}}" }, "url must be an absolute URL"],
    ["a URL with credentials", { url: "http://{{userinfo}}@127.0.0.1/{{braces}}" }, "user:password"],
    ["an unsupported scheme", { url: "file:///{{word}}" }, "url must"],
    [
      "a header with a line break",
      { headers: { "X-A": "{{break}}" } },
      "headers.X-A must not contain line breaks",
    ],
    ["a token with a line break", { auth: { type: "bearer", token: "{{break}}" } }, "auth.token"],
    ["a header that frames the message", { headers: { "Content-Length": "5" } }, "set by the check itself"],
    ["a query that is too long", { query: { q: "{{long}}", r: "{{long}}" } }, "url must be at most"],
    [
      "a body that is too long",
      { body: { a: Array.from({ length: 40 }, () => "{{long}}") } },
      "body must be at most",
    ],
    [
      "an invalid pattern",
      { assertions: [{ type: "body", property: null, operator: "matches", value: "({{word}}" }] },
      "assertions.0.value must be a pattern",
    ],
  ])("is not sent with %s", async (_what, changes, message) => {
    const values = {
      word: "word",
      userinfo: "u:p",
      break: "a\r\nX-B: 1",
      long: "x".repeat(8_000),
      braces: "{{word}}",
    };
    const outcome = await runAttempt(
      apiSpec([step("http://127.0.0.1:1/", changes)], { values }),
      checkContext(),
    );
    expect(outcome.error).toMatchObject({
      code: "INVALID_REQUEST",
      message: expect.stringContaining(message),
    });
    expect(only(outcome).request).toBeNull();
  });
});

describe("cookies", () => {
  test("are sent back to the server that set them by path, after the step's own", async () => {
    const api = await opened(
      startApi(({ path }, response) => {
        if (path === "/set") {
          response.setHeader("Set-Cookie", [
            "a=1; Path=/",
            "b=2; Path=/deep",
            "c=3; Max-Age=0",
            "bad=1; Domain=example.com",
          ]);
        }
        json(response, 200, {});
      }),
    );
    const steps = [
      step(`${api.url}/set`),
      step(`${api.url}/flat`),
      step(`${api.url}/deep/er`),
      step(`${api.url}/flat`, { headers: { cookie: "own=9; a=mine" } }),
    ];
    await runAttempt(apiSpec(steps), checkContext());
    expect(api.got.map(({ headers }) => headers.cookie)).toEqual([
      undefined,
      "a=1",
      "b=2; a=1",
      "own=9; a=mine",
    ]);
  });

  test("set at a redirect are sent to its destination, and never to another host", async () => {
    const other = await opened(startApi((_, response) => json(response, 200, {})));
    const api = await opened(
      startApi(({ path }, response) => {
        response.setHeader("Set-Cookie", `at=${path.slice(1)}; Path=/`);
        if (path === "/from") response.setHeader("Location", "/to");
        if (path === "/to") response.setHeader("Location", `http://localhost:${other.port}/`);
        response.writeHead(302).end();
      }),
    );
    const lookup = lookupOf({ localhost: ["127.0.0.1"] });
    const outcome = await runAttempt(apiSpec([step(`${api.url}/from`)]), checkContext({ lookup }));
    expect(api.got.map(({ headers }) => headers.cookie)).toEqual([undefined, "at=from"]);
    expect(other.got[0]?.headers.cookie).toBeUndefined();
    expect(only(outcome)).toMatchObject({
      status: "passed",
      url: `http://localhost:${other.port}/`,
      request: { url: `${api.url}/from` },
      response: { redirects: 2, statusCode: 200 },
    });
  });
});

test("a redirect to another origin drops credentials and every header with a secret or an extracted value", async () => {
  const other = await opened(startApi((_, response) => json(response, 200, {})));
  const api = await opened(
    startApi(({ path }, response) => {
      if (path === "/token") return json(response, 200, { token: "t-1234" });
      return response.writeHead(307, { Location: `${other.url}/goal` }).end();
    }),
  );
  const spec = apiSpec(
    [
      step(`${api.url}/token`, { extract: [{ name: "token", source: "json_path", expression: "$.token" }] }),
      step(`${api.url}/away`, {
        auth: { type: "basic", username: "ada", password: "{{SECRET}}" },
        headers: { Cookie: "own=1", "X-One": "{{token}}", "X-Two": "is {{SECRET}}", "X-Three": "{{plain}}" },
      }),
    ],
    { values: { SECRET: "hunter2-hunter2", plain: "kept" }, secretNames: ["SECRET"] },
  );
  const outcome = await runAttempt(spec, checkContext());
  expect(outcome.error).toBeNull();
  expect(api.got[1]?.headers).toMatchObject({
    "x-one": "t-1234",
    "x-two": "is hunter2-hunter2",
    cookie: "own=1",
  });
  expect(other.got[0]?.headers).toMatchObject({ "x-three": "kept" });
  for (const name of ["authorization", "cookie", "x-one", "x-two"]) {
    expect(other.got[0]?.headers).not.toHaveProperty(name);
  }
  expect(JSON.stringify(outcome)).not.toContain("hunter2");
});

test("a server that supports only HTTP/2 is requested over it, with cookies", async () => {
  const requests: (string | undefined)[] = [];
  const server = createHttp2Server();
  server.on("sessionError", () => {});
  server.on("stream", (stream, headers) => {
    stream.on("error", () => {});
    requests.push(headers.cookie);
    stream.respond({ ":status": 200, "set-cookie": ["a=1", "b=2"], "content-type": "text/plain" });
    stream.end("over two");
  });
  const { port, close } = await listening(server as unknown as ReturnType<typeof createTcpServer>);
  onTestFinished(() => close());
  const url = `http://127.0.0.1:${port}/`;
  const outcome = await runAttempt(apiSpec([step(url), step(url)]), checkContext());
  expect(outcome.error).toBeNull();
  expect(requests.at(-1)).toBe("a=1; b=2");
  expect(only(outcome).response).toMatchObject({
    body: "over two",
    headers: { "set-cookie": "a=••••, b=••••" },
  });
  expect(Object.keys(only(outcome).response?.headers ?? {})).not.toContain(":status");
});
