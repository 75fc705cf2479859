import { gzipSync } from "node:zlib";
import type { ApiStepSpec } from "@vedette/contract/runs/run-job.ts";
import { describe, expect, test } from "vitest";
import {
  apiSpec,
  json,
  only,
  opened,
  startApi,
  statusIs,
  step,
} from "../../../../test/servers/api-target.ts";
import { checkContext, startAnswering, startRawServer } from "../../../../test/servers/raw-server.ts";
import { runAttempt } from "../run-registry.ts";

describe("extraction", () => {
  test("an extraction without a match fails the step, after its assertions", async () => {
    const api = await opened(startApi((_, response) => json(response, 200, { a: null })));
    const extract = [
      { name: "first", source: "json_path", expression: "$.a" },
      { name: "second", source: "header", expression: "X-None" },
      { name: "third", source: "body_regex", expression: "b+" },
    ] as const;
    const steps = [
      step(api.url, { extract, continueOnFailure: true }),
      step(api.url, { extract, assertions: [statusIs(201)] }),
    ];
    const outcome = await runAttempt(apiSpec(steps), checkContext());
    expect(outcome.steps).toMatchObject([
      {
        error: {
          code: "EXTRACTION_FAILED",
          message: "no value for 'first': there is no value at $.a (and 2 more failed)",
        },
        extracted: [
          { name: "first", value: null },
          { name: "second", value: null },
          { name: "third", value: null },
        ],
      },
      { error: { code: "ASSERTION_FAILED" } },
    ]);
  });

  test("an extraction that costs too much says so, unless another value is missing in the response", async () => {
    const nested = (levels: number): unknown =>
      levels === 0 ? {} : { left: nested(levels - 1), right: nested(levels - 1) };
    const api = await opened(startApi((_, response) => json(response, 200, nested(12))));
    const costly = { name: "costly", source: "json_path", expression: `$${"..*".repeat(16)}` } as const;
    const absent = { name: "absent", source: "header", expression: "X-None" } as const;
    const tooCostly = {
      type: "json_path",
      property: costly.expression,
      operator: "exists",
      value: null,
    } as const;
    const steps = [
      step(api.url, { extract: [costly], continueOnFailure: true }),
      step(api.url, { extract: [costly, absent], continueOnFailure: true }),
      step(api.url, { assertions: [tooCostly], continueOnFailure: true }),
      step(api.url, { assertions: [tooCostly], extract: [absent], continueOnFailure: true }),
    ];
    const outcome = await runAttempt(apiSpec(steps), checkContext());
    expect(outcome.steps.map(({ error }) => error?.code)).toEqual([
      "ASSERTION_TOO_COSTLY",
      "EXTRACTION_FAILED",
      "ASSERTION_TOO_COSTLY",
      "EXTRACTION_FAILED",
    ]);
    expect(outcome.steps[0]?.error?.message).toMatch(
      /^no value for 'costly': .* needs too much work on this body$/,
    );
  });

  test("passes values with a secret to later steps, but not to the record", async () => {
    const api = await opened(
      startApi((_, response) => json(response, 200, { token: "t-hunter2-hunter2-x" })),
    );
    const spec = apiSpec(
      [
        step(api.url, { extract: [{ name: "token", source: "json_path", expression: "$.token" }] }),
        step(`${api.url}/{{token}}`),
      ],
      { values: { S: "hunter2-hunter2" }, secretNames: ["S"] },
    );
    const outcome = await runAttempt(spec, checkContext());
    expect(api.got[1]?.path).toBe("/t-hunter2-hunter2-x");
    expect(only(outcome).extracted).toEqual([{ name: "token", value: "t-••••-x" }]);
    expect(JSON.stringify(outcome)).not.toContain("hunter2");
  });
});

describe("bodies", () => {
  const SECRET = "s3cret-value-0123456789";

  function head(bytes: number, more = ""): string {
    return `HTTP/1.1 200 OK\r\nContent-Length: ${bytes}\r\n${more}Connection: close\r\n\r\n`;
  }

  async function bodyOf(body: Buffer | string, more = "", changes: Partial<ApiStepSpec> = {}) {
    const bytes = Buffer.from(body);
    const server = await opened(
      startAnswering(Buffer.concat([Buffer.from(head(bytes.length, more)), bytes])),
    );
    const spec = apiSpec([step(server.url, changes)], { values: { SECRET }, secretNames: ["SECRET"] });
    return only(await runAttempt(spec, checkContext()));
  }

  test("are masked before they are truncated, at either end", async () => {
    const before = "x".repeat(65_530);
    const { response } = await bodyOf(`${before}${SECRET} and more`);
    expect(response).toMatchObject({ isBodyCut: true, bodyBytes: 65_530 + SECRET.length + 9 });
    expect(response?.body).toBe(`${before}•••• a`);
    const shrunk = await bodyOf(SECRET.repeat(20_000));
    // The masker does not treat fewer than four characters of a value as a secret.
    expect(shrunk.response?.body).toMatch(/^••••.{0,3}…$/);
    expect(shrunk.response?.isBodyCut).toBe(true);
  });

  test("that are compressed are stored decoded, as far as needed", async () => {
    const gzip = "Content-Encoding: gzip\r\n";
    expect((await bodyOf(gzipSync("hello"), gzip)).response).toMatchObject({
      body: "hello",
      bodyBytes: 5,
      isBodyCut: false,
    });
    const bomb = await bodyOf(gzipSync("y".repeat(20_000_000)), gzip);
    expect(bomb).toMatchObject({ status: "passed", response: { isBodyCut: true, body: "y".repeat(65_536) } });
    const noise = Buffer.from(Array.from({ length: 400_000 }, (_, i) => 32 + ((i * i * 31 + (i >> 3)) % 90)));
    const cut = await bodyOf(Buffer.concat([gzipSync(noise, { level: 0 })]), gzip);
    expect(cut.response?.body).toBe(noise.toString().slice(0, 65_536));
    const broken = await bodyOf("no gzip", gzip);
    expect(broken).toMatchObject({ status: "passed", response: { body: null, bodyBytes: 7 } });
  });

  test("over 1 MiB are too large only if the whole text is needed", async () => {
    const large = "z".repeat(1_048_577);
    const extract = [{ name: "a", source: "body_regex", expression: "z" }] as const;
    const failed = await bodyOf(large, "", { extract });
    expect(failed).toMatchObject({ error: { code: "BODY_TOO_LARGE" }, response: { isBodyCut: true } });
    expect(failed.response?.body).toHaveLength(65_536);
    const zipped = await bodyOf(gzipSync(large), "Content-Encoding: gzip\r\n", { extract });
    expect(zipped).toMatchObject({ error: { code: "BODY_TOO_LARGE" } });
    expect(zipped.response?.body).toHaveLength(65_536);
    expect(await bodyOf(large)).toMatchObject({ status: "passed", response: { bodyBytes: 1_048_577 } });
  });

  test("without an end are read up to 10 MiB, which is no failure", async () => {
    const chunk = Buffer.alloc(65_536, 97);
    const server = await opened(
      startRawServer((socket) => {
        socket.write("HTTP/1.1 200 OK\r\n\r\n");
        const more = () => {
          while (socket.writable && socket.write(chunk));
          socket.once("drain", more);
        };
        more();
      }),
    );
    const outcome = await runAttempt(apiSpec([step(server.url)]), checkContext());
    expect(only(outcome)).toMatchObject({ status: "passed", response: { isBodyCut: true } });
    await server.idle();
  });

  test("that are not text are not stored", async () => {
    const png = "Content-Type: image/png\r\n";
    expect((await bodyOf("looks like text", png)).response?.body).toBeNull();
    expect((await bodyOf(Buffer.from([0xff, 0xfe, 0, 1]))).response?.body).toBeNull();
    expect(
      (await bodyOf(Buffer.from([0xe9]), "Content-Type: text/plain; charset=latin1\r\n")).response?.body,
    ).toBe("é");
  });

  test("are storable: no NUL, no half surrogate pair", async () => {
    const text = "Content-Type: application/json\r\n";
    const escaped = await bodyOf('{"a":"\\u0000\\ud800"}', text, {
      extract: [{ name: "a", source: "json_path", expression: "$.a" }],
    });
    expect(escaped.extracted).toEqual([{ name: "a", value: "\u{fffd}\u{fffd}" }]);
    const raw = await bodyOf(`a\0b${"c".repeat(65_532)}😀`, text);
    expect(raw.response?.body).toBe(`a\u{fffd}b${"c".repeat(65_532)}\u{fffd}`);
  });
});

test("masks a secret that a server returns in any part of the response", async () => {
  const SECRET = "hunter2 & hunter3";
  const api = await opened(
    startApi((_, response) => {
      response.setHeader("X-Echo", SECRET);
      response.setHeader("Location", `/next?q=${encodeURIComponent(SECRET)}`);
      response
        .writeHead(200, { "content-type": "text/html" })
        .end(`<p>${SECRET.replace("&", "&amp;")}</p>${SECRET}`);
    }),
  );
  const spec = apiSpec(
    [
      step(`${api.url}/`, {
        name: `says ${SECRET}`,
        query: { q: "{{S}}" },
        headers: { "X-Api-Key": "literal-key", "X-Plain": "{{S}}" },
        assertions: [
          { type: "body", property: null, operator: "equals", value: "it is {{S}}" },
          { type: "header", property: "x-echo", operator: "equals", value: "{{S}}" },
        ],
        extract: [{ name: "echo", source: "body_regex", expression: "hunter2.*" }],
      }),
    ],
    { values: { S: SECRET }, secretNames: ["S"] },
  );
  const outcome = await runAttempt(spec, checkContext());
  expect(api.got[0]?.headers).toMatchObject({ "x-plain": SECRET, "x-api-key": "literal-key" });
  expect(only(outcome).assertions).toMatchObject([{ passed: false }, { passed: true }]);
  const text = JSON.stringify(outcome);
  expect(text).not.toMatch(/hunter|literal-key/);
  expect(text).toContain("q=••••");
});
