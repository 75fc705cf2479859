import type { Socket } from "node:net";
import { createServer } from "node:tls";
import { afterEach, describe, expect, test, vi } from "vitest";
import { specOf } from "../../../../test/hostile/check-specs.ts";
import { checkContext, startRawServer } from "../../../../test/servers/raw-server.ts";
import { createTlsFixtures } from "../../../../test/tls-fixtures.ts";
import type { CheckTry } from "../check-try.ts";
import { loginFailure, protocolFailure, quotable } from "./check-failure.ts";
import type { Dialogue } from "./dialogue.ts";
import { runDialogue } from "./run-dialogue.ts";

const servers: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function serve(onConnection: (socket: Socket) => void) {
  const server = await startRawServer(() => {}, onConnection);
  servers.push(server);
  return server;
}

type Talk = Parameters<typeof runDialogue>[1];

function run(port: number, talk: Talk, timeout_ms = 5_000): Promise<CheckTry> {
  return runDialogue(
    { spec: specOf("redis", { host: "127.0.0.1", port, timeout_ms }), ctx: checkContext() },
    talk,
  );
}

const nothing = () => ({});

describe("a dialogue", () => {
  test("reads lines and bytes over the borders of packets", async () => {
    const { port } = await serve((socket) => {
      socket.write("first\r\nsec");
      setImmediate(() => socket.write("ond\nabcdefrest\r\n"));
    });
    const read: string[] = [];
    const found = await run(port, async (dialogue) => {
      read.push(await dialogue.line(), await dialogue.line());
      read.push((await dialogue.read(6)).toString(), await dialogue.line());
      return { text: read.join() };
    });
    expect([found.error, read]).toEqual([null, ["first", "second", "abcdef", "rest"]]);
    const { connectUs, ttfbUs } = found.timings;
    expect((connectUs ?? 0) + (ttfbUs ?? 0)).toBe(found.responseUs);
  });

  test("a line that does not end, and more than 1 MiB, end the check", async () => {
    const line = await serve((socket) => socket.write("x".repeat(9_000)));
    expect((await run(line.port, (dialogue) => dialogue.line().then(nothing))).error).toMatchObject({
      code: "PROTOCOL_ERROR",
      message: "the server sent a line of over 8 KiB",
    });
    const much = await serve((socket) => socket.write("x".repeat(2_000_000)));
    const tooLarge = { code: "BODY_TOO_LARGE", message: "the server sent more than 1024 KiB" };
    expect((await run(much.port, (dialogue) => dialogue.read(1_048_577).then(nothing))).error).toMatchObject(
      tooLarge,
    );
    expect((await run(much.port, (dialogue) => readAll(dialogue))).error).toMatchObject(tooLarge);
  });

  test("what came before the server closed the connection can be read, and no more", async () => {
    const { port } = await serve((socket) => socket.end("ab"));
    const talk: Talk = async (dialogue) => ({ text: (await dialogue.read(2)).toString() });
    expect((await run(port, talk)).error).toBeNull();
    const more: Talk = async (dialogue) => {
      await dialogue.read(2);
      return { text: await dialogue.line() };
    };
    expect((await run(port, more)).error).toMatchObject({ code: "CONNECTION_RESET", phase: "headers" });
  });

  test("a failure of the dialogue has the phase in which it happened; a bug is no outcome", async () => {
    const { port } = await serve(() => {});
    const failed = await run(port, async (dialogue) => {
      dialogue.probe.advance("body");
      throw loginFailure("no\r\n such\0 user");
    });
    expect(failed.error).toEqual({
      code: "LOGIN_FAILED",
      message: "the server refused the login: no such user",
      phase: "body",
    });
    expect(failed.timings.downloadUs).not.toBeNull();
    const bug = run(port, async () => {
      throw new TypeError("bug");
    });
    await expect(bug).rejects.toThrow("bug");
  });

  test("silence ends at the timeout of the check", async () => {
    const { port } = await serve(() => {});
    const { error } = await run(port, (dialogue) => dialogue.line().then(nothing), 100);
    expect(error).toMatchObject({ code: "TIMEOUT", message: "timed out: no answer came within 0.1 s" });
  });

  test("ends its session: the last bytes arrive before the connection closes", async () => {
    const server = await serve(() => {});
    await run(server.port, async (dialogue) => {
      dialogue.farewell = "bye\r\n";
      return {};
    });
    await run(server.port, async (dialogue) => {
      dialogue.farewell = "error\r\n";
      throw loginFailure("x");
    });
    await vi.waitFor(() => expect(server.received).toEqual(["bye\r\n", "error\r\n"]));
    await server.idle();
  });
});

describe("TLS that the protocol asks for", () => {
  const secured: Talk = async (dialogue) => {
    dialogue.write("STARTTLS\r\n");
    if ((await dialogue.line()) !== "go") throw protocolFailure("no TLS");
    await dialogue.secure({ host: "localhost", verify: true });
    dialogue.write("ping\r\n");
    return { text: await dialogue.line() };
  };

  test("secures the connection that is open", async () => {
    const fixtures = await createTlsFixtures();
    const tls = createServer(fixtures.valid, (socket) => {
      socket.on("error", () => socket.destroy()).once("data", (data) => socket.write(data));
    });
    const { port } = await serve((socket) =>
      socket.once("data", () => {
        socket.write("go\r\n");
        tls.emit("connection", socket);
      }),
    );
    const spec = specOf("redis", { host: "127.0.0.1", port });
    const found = await runDialogue({ spec, ctx: checkContext({ extraCa: [fixtures.ca] }) }, secured);
    expect(found).toMatchObject({ error: null, tls: { issuer: "Vedette Test Root" } });
    expect(found.timings.tlsUs).not.toBeNull();
    const untrusted = await runDialogue({ spec, ctx: checkContext() }, secured);
    expect(untrusted.error).toMatchObject({ code: "TLS_INVALID", reason: "unknown_issuer", phase: "tls" });
    tls.close();
  });

  test("data before the handshake is not taken as sent under TLS", async () => {
    const { port } = await serve((socket) => socket.once("data", () => socket.write("go\r\nforged\r\n")));
    expect((await run(port, secured)).error).toMatchObject({
      code: "PROTOCOL_ERROR",
      message: "the server sent data before the TLS handshake",
    });
  });
});

test("a quoted answer is one line of at most 200 characters", () => {
  expect(quotable(" a\r\n\tb\u0000c\u202e ")).toBe("a b c");
  expect(quotable("x".repeat(500))).toHaveLength(200);
});

async function readAll(dialogue: Dialogue): Promise<never> {
  for (;;) await dialogue.read(1_000);
}
