import { gzipSync } from "node:zlib";
import type { HttpCheckSpec } from "@vedette/contract/checks/check-run.ts";
import { KEPT_HEADER_VALUE_MAX } from "@vedette/contract/checks/kept-response.ts";
import { checkOutcomeReport } from "@vedette/contract/runners/runner-reports.ts";
import { describe, expect, test } from "vitest";
import {
  checkContext,
  httpSpec,
  startAnswering,
  startRawServer,
} from "../../../../../test/servers/raw-server.ts";
import { runCheck } from "../../registry.ts";

const SECRET = "hunter2-hunter2";

/** Returns what a check of a server with this answer keeps. */
async function keptOf(answer: string | Buffer, change: Partial<HttpCheckSpec> = {}) {
  const server = await startAnswering(answer);
  const outcome = await runCheck(httpSpec(server.url, { keepBody: "always", ...change }), checkContext());
  await server.close();
  expect(checkOutcomeReport.safeParse(outcome).error).toBeUndefined();
  return outcome;
}

function answerOf(body: string | Buffer, headers = "Content-Type: text/plain\r\n", status = 200): Buffer {
  const bytes = Buffer.from(body);
  const head = `HTTP/1.1 ${status} X\r\n${headers}Content-Length: ${bytes.length}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), bytes]);
}

describe("keep_body", () => {
  test.each([
    ["always", 200, true],
    ["always", 500, true],
    ["on_failure", 200, false],
    ["on_failure", 500, true],
    [undefined, 500, false],
  ] as const)("%s keeps the response of a %i: %s", async (keepBody, status, isKept) => {
    const server = await startAnswering(answerOf("hello", "X-A: 1\r\n", status));
    const spec = httpSpec(server.url, keepBody ? { keepBody } : {});
    const { kept } = await runCheck(spec, checkContext());
    if (isKept) {
      expect(kept).toEqual({
        headers: { "x-a": "1", "content-length": "5" },
        body: "hello",
        isBodyCut: false,
      });
    } else expect(kept).toBeUndefined();
    await server.close();
  });

  test("on_failure follows the verdict of an inverted check", async () => {
    const inverted = { keepBody: "on_failure", invert: true } as const;
    expect((await keptOf(answerOf("fine"), inverted)).kept?.body).toBe("fine");
    expect((await keptOf(answerOf("bad", "", 500), inverted)).kept).toBeUndefined();
  });

  test("keeps the body that a failed assertion evaluated", async () => {
    const assertions = [{ type: "body", property: null, operator: "contains", value: "x" }] as const;
    const answer = answerOf(
      gzipSync('{"a":1}'),
      "Content-Encoding: gzip\r\nContent-Type: application/json\r\n",
    );
    const outcome = await keptOf(answer, { assertions, keepBody: "on_failure" });
    expect(outcome).toMatchObject({ status: "down", kept: { body: '{"a":1}', isBodyCut: false } });
  });

  test("keeps the answer of the last attempt only", async () => {
    const answers = [answerOf("first", "", 500), answerOf("second", "", 200)];
    const server = await startRawServer((socket) => socket.end(answers.shift() ?? ""));
    const spec = httpSpec(server.url, {
      keepBody: "on_failure",
      retries: 1,
      retryWait: { intervalMs: 1, backoff: "fixed" },
    });
    expect(await runCheck(spec, checkContext())).toMatchObject({ status: "up", attempts: 2 });
    expect(answers).toEqual([]);
    await server.close();
  });

  test("keeps nothing without a response", async () => {
    const server = await startRawServer((socket) => socket.destroy());
    const outcome = await runCheck(httpSpec(server.url, { keepBody: "always" }), checkContext());
    expect(outcome.status).toBe("down");
    expect(outcome).not.toHaveProperty("kept");
    await server.close();
  });
});

describe("a kept response", () => {
  test("has no secret in its headers and its body, and no credentials in its headers", async () => {
    const headers =
      `X-Echo: a ${SECRET} b\r\nSet-Cookie: sid=abc; Path=/\r\nSet-Cookie: other=def\r\nX-Api-Key: 12345\r\n` +
      "Authorization: Bearer xyz\r\n";
    const { kept } = await keptOf(answerOf(`it is ${SECRET}.`, headers), { mask: [SECRET] });
    expect(kept).toEqual({
      headers: {
        "x-echo": "a •••• b",
        "set-cookie": "sid=••••; Path=/, other=••••",
        "x-api-key": "••••",
        authorization: "Bearer ••••",
        "content-length": String(Buffer.byteLength(`it is ${SECRET}.`)),
      },
      body: "it is ••••.",
      isBodyCut: false,
    });
  });

  test("has at most 64 KiB of the body, and no part of a secret at the cut", async () => {
    const whole = await keptOf(answerOf("x".repeat(65_536)));
    expect(whole.kept).toMatchObject({ body: "x".repeat(65_536), isBodyCut: false });
    const text = `${"x".repeat(65_530)}${SECRET}${"y".repeat(600_000)}`;
    const { kept, bodyBytes } = await keptOf(answerOf(text), { mask: [SECRET] });
    expect([kept?.body?.length, kept?.isBodyCut, bodyBytes]).toEqual([65_536, true, text.length]);
    expect(kept?.body).toMatch(/x••••y*$/);
  });

  test("has no binary body", async () => {
    const bytes = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2]);
    const image = await keptOf(answerOf(bytes, "Content-Type: image/png\r\n"));
    expect(image.kept).toMatchObject({ headers: { "content-type": "image/png" }, body: null });
    expect((await keptOf(answerOf(bytes, ""))).kept?.body).toBeNull();
  });

  test("fits into a report, with any headers", async () => {
    const headers = `Content-Type: text/plain\r\nX-Long: ${"v".repeat(20_000)}\r\n${"n".repeat(2_000)}: 1\r\n`;
    const many = Array.from({ length: 300 }, (_, index) => `X-${index}: 1\r\n`).join("");
    const { kept } = await keptOf(answerOf("a\0b", headers + many));
    expect(kept?.headers["x-long"]).toHaveLength(KEPT_HEADER_VALUE_MAX);
    expect(Object.keys(kept?.headers ?? {})).toHaveLength(200);
    expect(kept?.body).toBe("a\u{fffd}b");
  });

  test("has what arrived before the connection was lost", async () => {
    const answer = "HTTP/1.1 200 X\r\nContent-Type: text/plain\r\nContent-Length: 100\r\n\r\nbegin";
    const { kept, status } = await keptOf(answer);
    expect([status, kept]).toMatchObject(["down", { body: "begin…", isBodyCut: true }]);
  });
});
