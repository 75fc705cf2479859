import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import type { Assertion } from "@vedette/contract/assertions/assertions.ts";
import { describe, expect, test } from "vitest";
import {
  checkContext,
  httpSpec,
  startAnswering,
  startRawServer,
} from "../../../../test/servers/raw-server.ts";
import { runCheck } from "../registry.ts";

const MIB = 1_048_576;

function response(body: Buffer | string, ...headers: string[]): Buffer {
  const bytes = Buffer.from(body);
  const lines = ["HTTP/1.1 200 OK", `Content-Length: ${bytes.length}`, ...headers];
  return Buffer.concat([Buffer.from(`${lines.join("\r\n")}\r\n\r\n`), bytes]);
}

function contains(value: string): { assertions: Assertion[] } {
  return { assertions: [{ type: "body", property: null, operator: "contains", value }] };
}

const text = "the quick brown fox ".repeat(50);

describe("encodings", () => {
  test.each([
    ["gzip", gzipSync(text)],
    ["x-gzip", gzipSync(text)],
    ["deflate", deflateSync(text)],
    ["deflate", deflateRawSync(text)],
    ["br", brotliCompressSync(text)],
    ["identity", Buffer.from(text)],
    ["GZIP, br", brotliCompressSync(gzipSync(text))],
    ["gzip, deflate, br", brotliCompressSync(deflateSync(gzipSync(text)))],
  ])("decodes %s if an assertion needs the text", async (name, body) => {
    const server = await startAnswering(response(body, `Content-Encoding: ${name}`));
    const outcome = await runCheck(httpSpec(server.url, contains("brown fox")), checkContext());
    expect(outcome).toMatchObject({ status: "up", bodyBytes: text.length });
    await server.close();
  });

  test("encodings are not decoded, and the received bytes counted, if no assertion needs the text", async () => {
    const body = gzipSync(text);
    const server = await startAnswering(response(body, "Content-Encoding: gzip"));
    expect(await runCheck(httpSpec(server.url), checkContext())).toMatchObject({ bodyBytes: body.length });
    await server.close();
  });

  test.each([
    ["four layers", "gzip, gzip, gzip, gzip", gzipSync("x")],
    ["an unknown one", "zip", Buffer.from("x")],
    ["one that does not match the header", "gzip", Buffer.from("plain text")],
    ["a truncated one", "gzip", gzipSync(text).subarray(0, 20)],
    ["invalid brotli", "br", Buffer.from("plain text")],
  ])("%s is PROTOCOL_ERROR", async (_, name, body) => {
    const server = await startAnswering(response(body, `Content-Encoding: ${name}`));
    const { error } = await runCheck(httpSpec(server.url, contains("x")), checkContext());
    expect(error).toMatchObject({ code: "PROTOCOL_ERROR", phase: "body" });
    await server.close();
  });

  test.each([
    ["gzip", gzipSync(Buffer.alloc(20 * MIB))],
    ["br", brotliCompressSync(Buffer.alloc(20 * MIB))],
    ["gzip, gzip", gzipSync(gzipSync(Buffer.alloc(20 * MIB)))],
    ["gzip, br", brotliCompressSync(gzipSync(Buffer.alloc(20 * MIB)))],
  ])("a bomb of %s is BODY_TOO_LARGE", async (name, body) => {
    const server = await startAnswering(response(body, `Content-Encoding: ${name}`));
    const outcome = await runCheck(httpSpec(server.url, contains("x")), checkContext());
    expect(outcome).toMatchObject({ statusCode: 200, error: { code: "BODY_TOO_LARGE", phase: "body" } });
    expect(await runCheck(httpSpec(server.url), checkContext())).toMatchObject({ status: "up" });
    await server.close();
  });
});

describe("size", () => {
  test("a text of exactly 1 MiB is evaluated, one byte more is BODY_TOO_LARGE", async () => {
    const server = await startAnswering(
      response(Buffer.alloc(MIB, "x")),
      response(Buffer.alloc(MIB + 1, "x")),
    );
    const spec = httpSpec(server.url, contains("x"));
    expect(await runCheck(spec, checkContext())).toMatchObject({ status: "up", bodyBytes: MIB });
    expect((await runCheck(spec, checkContext())).error).toMatchObject({ code: "BODY_TOO_LARGE" });
    await server.close();
  });

  test("an endless body is read to a limit, which is an error only if an assertion needs the text", async () => {
    const block = Buffer.alloc(65_536, "x");
    const server = await startRawServer((socket) => {
      socket.write("HTTP/1.1 200 OK\r\n\r\n");
      const pour = () => {
        while (!socket.destroyed && socket.write(block));
      };
      socket.on("drain", pour);
      pour();
    });
    const outcome = await runCheck(httpSpec(server.url), checkContext());
    expect(outcome).toMatchObject({ status: "up", error: null });
    expect(outcome.bodyBytes).toBeGreaterThanOrEqual(10 * MIB);
    expect(outcome.bodyBytes).toBeLessThan(11 * MIB);
    const evaluated = await runCheck(httpSpec(server.url, contains("x")), checkContext());
    expect(evaluated.error).toMatchObject({ code: "BODY_TOO_LARGE", phase: "body" });
    await server.idle();
    await server.close();
  });

  test("a body assertion without a body is evaluated on the empty text", async () => {
    const server = await startAnswering("HTTP/1.1 204 No Content\r\nContent-Encoding: gzip\r\n\r\n");
    const assertions: Assertion[] = [{ type: "body", property: null, operator: "is_empty", value: null }];
    expect(await runCheck(httpSpec(server.url, { assertions }), checkContext())).toMatchObject({
      status: "up",
    });
    await server.close();
  });
});

describe("charset", () => {
  test.each([
    ["text/html; charset=iso-8859-1", Buffer.from([0xfc]), "\u00fc"],
    ['text/html; Charset="UTF-16LE"', Buffer.from("\u00fc", "utf16le"), "\u00fc"],
    ["text/html", Buffer.from("\u00fc"), "\u00fc"],
    ["text/html; charset=unheard-of", Buffer.from("\u00fc"), "\u00fc"],
    ["application/json", Buffer.from("\ufeffx"), "x"],
  ])("%s", async (type, body, expected) => {
    const server = await startAnswering(response(body, `Content-Type: ${type}`));
    const assertions: Assertion[] = [{ type: "body", property: null, operator: "equals", value: expected }];
    expect(await runCheck(httpSpec(server.url, { assertions }), checkContext())).toMatchObject({
      status: "up",
    });
    await server.close();
  });
});
