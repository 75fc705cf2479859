import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { connect as connectTls } from "node:tls";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type HostileTarget, startHostileTarget } from "./hostile-target.ts";
import { type RawResponse, sendRaw } from "./raw-client.ts";

let target: HostileTarget;
beforeAll(async () => {
  target = await startHostileTarget();
});
afterAll(() => target.close());

/** The expected bytes of each behavior, and the expected state of the connection afterwards. */
const EXPECTED_BYTES: Record<string, [text: RegExp, end: RawResponse["end"], method?: string]> = {
  ok: [/^HTTP\/1\.1 200 OK\r\n[\s\S]*\r\n\r\nok\n$/, "closed"],
  json: [/\r\n\r\n\{"status":"ok".*\}$/, "closed"],
  "json-deep": [/\r\n\r\n\[{1000}/, "closed"],
  "error-500": [/^HTTP\/1\.1 500 /, "closed"],
  slow: [/\r\n\r\nslow\n$/, "closed"],
  drip: [/Content-Length: 10\r\n[\s\S]*\r\n\r\n\.{10}$/, "closed"],
  "http-1.0": [/^HTTP\/1\.0 200 OK\r\n\r\nuntil/, "closed"],
  "early-hints": [/^HTTP\/1\.1 103 [\s\S]*\r\n\r\nHTTP\/1\.1 200 OK/, "closed"],
  "204-with-body": [/^HTTP\/1\.1 204 [\s\S]*surplus$/, "closed"],
  "head-with-body": [/\r\n\r\nsurplus$/, "closed", "HEAD"],
  "hang-after-request": [/^$/, "open"],
  "hang-in-headers": [/X-Half: $/, "open"],
  "hang-in-body": [/Content-Length: 100\r\n\r\nhalf$/, "open"],
  "reset-after-request": [/^$/, "reset"],
  "reset-in-headers": [/^(?!.*\r\n\r\n)/s, "reset"],
  "reset-in-body": [/\r\n\r\nhalf$/, "reset"],
  "close-after-request": [/^$/, "closed"],
  "close-in-body": [/Content-Length: 100\r\n\r\nhalf$/, "closed"],
  "drip-headers": [/X-Half: xx+$/, "open"],
  "drip-body": [/\r\n\r\nxx+$/, "open"],
  "body-endless": [/Transfer-Encoding: chunked\r\n\r\n10000\r\n/, "open"],
  "body-100-mib": [/Content-Length: 104857600\r\n/, "open"],
  "bomb-gzip": [/Content-Encoding: gzip\r\n\r\n/, "closed"],
  "bomb-brotli": [/Content-Encoding: br\r\n\r\n/, "closed"],
  "encodings-20": [/Content-Encoding: (gzip, ){19}gzip\r\n\r\n/, "closed"],
  "encoding-false": [/Content-Encoding: gzip\r\n\r\nthis is not gzip$/, "closed"],
  "http-0.9": [/^<html>/, "closed"],
  "status-garbage": [/^HTTP\/1\.1 abc/, "closed"],
  "bare-lf": [/^[^\r]+\n\nok$/, "closed"],
  "header-without-colon": [/\r\n[^:\r]+\r\n/, "closed"],
  "header-nul": [/\0/, "closed"],
  "length-and-chunked": [/Content-Length: 2\r\nTransfer-Encoding: chunked/, "closed"],
  "length-twice": [/Content-Length: 2\r\nContent-Length: 3/, "closed"],
  "length-negative": [/Content-Length: -2/, "closed"],
  "length-short": [/Content-Length: 2\r\n[\s\S]*\r\n\r\nok surplus$/, "closed"],
  "length-long": [/Content-Length: 100\r\n[\s\S]*\r\n\r\nok$/, "closed"],
  "chunk-size-bad": [/chunked\r\n\r\nxyz\r\n/, "closed"],
  "chunk-size-huge": [/chunked\r\n\r\nf{18}\r\n/, "closed"],
  "chunk-unended": [/chunked\r\n\r\n2\r\nok$/, "closed"],
  "informational-100": [/^(HTTP\/1\.1 100 Continue\r\n\r\n){100}HTTP\/1\.1 200/, "closed"],
  "switching-protocols": [/^HTTP\/1\.1 101 /, "closed"],
  "headers-1-mb": [/^HTTP\/1\.1 200 OK\r\n(X-\d+: x{1000}\r\n){999}Content-Length: 0\r\n\r\n$/, "closed"],
  "redirect-1": [/Location: http.*\/redirect-1\?left=0\r\n/, "closed"],
  "redirect-10": [/Location: http.*\/redirect-10\?left=9\r\n/, "closed"],
  "redirect-11": [/Location: http.*\/redirect-11\?left=10\r\n/, "closed"],
  "redirect-loop": [/Location: http.*\/redirect-loop\r\n/, "closed"],
  "redirect-nowhere": [/^HTTP\/1\.1 302 (?![\s\S]*Location)/, "closed"],
  "redirect-relative": [/^HTTP\/1\.1 307 [\s\S]*Location: ok\r\n/, "closed"],
  "redirect-to-http": [/Location: http:.*\/ok\r\n/, "closed"],
  "redirect-to-file": [/Location: file:/, "closed"],
  "redirect-to-garbage": [/Location: http:\/\/\[::bad\r\n/, "closed"],
  "hang-after-accept": [/^$/, "open"],
  "reset-after-accept": [/^$/, "reset"],
  "hang-before-tls-hello": [/^$/, "open"],
  "hang-in-tls-hello": [/^\p{Cc}{6}.{5}$/su, "open"],
  "reset-in-tls-hello": [/^$/, "reset"],
  "close-in-tls-hello": [/^\p{Cc}{6}.{5}$/su, "closed"],
  "tls-plain-http": [/^HTTP\/1\.1 400 /, "closed"],
  refused: [/^$/, "reset"],
};

/** The error code of the TLS library for each certificate and for the other TLS behaviors. */
const HANDSHAKES: Record<string, string | null> = {
  "tls-valid": null,
  "tls-three-days": null,
  "tls-redirect-to-http": null,
  "tls-h2-only": null,
  "tls-expired": "CERT_HAS_EXPIRED",
  "tls-not-yet-valid": "CERT_NOT_YET_VALID",
  "tls-self-signed": "DEPTH_ZERO_SELF_SIGNED_CERT",
  "tls-unknown-ca": "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
  "tls-missing-intermediate": "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
  "tls-wrong-host": "ERR_TLS_CERT_ALTNAME_INVALID",
  // Node has no error code for OpenSSL's errors about weak keys and signatures.
  "tls-sha1": "UNSPECIFIED",
  "tls-rsa-1024": "UNSPECIFIED",
  "tls-1.0-and-1.1": "ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION",
  "tls-client-certificate": "ERR_SSL_SSL/TLS_ALERT_HANDSHAKE_FAILURE",
};

async function request(name: string): Promise<RawResponse> {
  const [pattern, end, method = "GET"] = EXPECTED_BYTES[name] ?? [/^/, "closed"];
  // A second exchange that starts after all expected bytes have arrived finishes before the check.
  const until = async (text: string) =>
    pattern.test(text) && (await sendRaw({ url: target.url("ok") })) && true;
  const url = target.url(name).replace(/^https:/, "http:");
  return sendRaw({ url, method, ...(end === "open" && pattern.source !== "" ? { until } : {}) });
}

async function readBody(name: string): Promise<Buffer> {
  const { bytes } = await request(name);
  return bytes.subarray(bytes.indexOf("\r\n\r\n") + 4);
}

describe("the hostile target", () => {
  test("has an entry in these tables for each behavior, and no others", () => {
    expect([...Object.keys(EXPECTED_BYTES), ...Object.keys(HANDSHAKES)].sort()).toEqual(
      target.names().sort(),
    );
    expect(Object.keys(target.expected).sort()).toEqual(target.names().sort());
  });

  test.each(Object.keys(EXPECTED_BYTES))("%s behaves as its name says", async (name) => {
    const [pattern, end] = EXPECTED_BYTES[name] ?? [/^/, "closed"];
    const response = await request(name);
    expect(response.end).toBe(end);
    expect(pattern.test(response.bytes.toString("latin1")), response.bytes.toString("latin1", 0, 300)).toBe(
      true,
    );
  });

  test.each([
    ["bomb-gzip", gunzipSync],
    ["bomb-brotli", brotliDecompressSync],
  ])("%s expands to 100 MiB from a thousandth of the size", async (name, decode) => {
    const body = await readBody(name);
    expect(body.length).toBeLessThan(120_000);
    expect(decode(body)).toHaveLength(104_857_600);
  });

  test("encodings-20 is encoded twenty times", async () => {
    let body = await readBody("encodings-20");
    for (let layer = 0; layer < 20; layer++) body = gunzipSync(body);
    expect(body.toString()).toBe("at the bottom");
  });

  test.each([1, 10, 11])("redirect-%i ends after that many redirects", async (count) => {
    let url = target.url(`redirect-${count}`);
    let hops = 0;
    for (;;) {
      const { bytes } = await sendRaw({ url });
      const location = /Location: (\S+)/.exec(bytes.toString())?.[1];
      if (location === undefined) break;
      url = location;
      hops += 1;
    }
    expect(hops).toBe(count);
  });

  test.each(Object.keys(HANDSHAKES))("%s has the expected TLS handshake", async (name) => {
    expect(await handshake(name)).toBe(HANDSHAKES[name]);
  });

  test("an unknown name throws", () => {
    expect(() => target.url("no-such")).toThrow("no-such");
  });

  test("runs as a process that prints one line and exits with its input", async () => {
    const child = spawn(process.execPath, [new URL("hostile-target-main.ts", import.meta.url).pathname], {
      stdio: ["pipe", "pipe", "inherit"],
    });
    const exit = once(child, "exit");
    const [line] = (await once(createInterface(child.stdout), "line")) as [string];
    const { behaviors } = JSON.parse(line) as { behaviors: Record<string, { url: string }> };
    expect(Object.keys(behaviors).sort()).toEqual(target.names().sort());
    const { bytes } = await sendRaw({ url: behaviors.ok?.url ?? "" });
    expect(bytes.toString()).toMatch(/ok\n$/);
    child.stdin.end();
    expect(await exit).toEqual([0, null]);
  });
});

/** Returns null if a client that trusts the authority accepts the handshake, otherwise the error code. */
async function handshake(name: string): Promise<string | null> {
  const { host, port } = target.tcp(name);
  const ALPNProtocols = name === "tls-h2-only" ? ["h2"] : ["http/1.1"];
  const socket = connectTls({ host, port, ca: target.ca, rejectUnauthorized: false, ALPNProtocols });
  try {
    await once(socket, "secureConnect");
    const tlsError = socket.authorizationError as Error | string | null | undefined;
    if (!tlsError) return null;
    return typeof tlsError === "string"
      ? tlsError
      : ((tlsError as NodeJS.ErrnoException).code ?? tlsError.message);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? String(error);
  } finally {
    socket.destroy();
  }
}
