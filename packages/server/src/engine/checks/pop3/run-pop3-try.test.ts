import { expect, test } from "vitest";
import { specOf } from "../../../../test/hostile/check-specs.ts";
import { checkContext, startRawServer } from "../../../../test/servers/raw-server.ts";
import { runCheck } from "../registry.ts";

/** Tests with a real server are those of imap. */

const run = (port: number, fields: Record<string, unknown> = {}) =>
  runCheck(specOf("pop3", { host: "127.0.0.1", port, tls_mode: "none", ...fields }), checkContext());

test.each([
  ["-ERR [IN-USE] locked", "SERVICE_ERROR"],
  ["-ERR [AUTH] no", "LOGIN_FAILED"],
  ["-ERR no", "LOGIN_FAILED"],
])("the answer %j to a login is %s", async (answer, code) => {
  const server = await startRawServer(
    () => {},
    (socket) => {
      socket.write("+OK\r\n");
      socket.on("data", (data) =>
        socket.write(data.toString().startsWith("USER") ? "+OK\r\n" : `${answer}\r\n`),
      );
    },
  );
  expect((await run(server.port, { user: "ann", password: "p q" })).error?.code).toBe(code);
  expect(server.received).toEqual([expect.stringContaining("USER ann\r\nPASS p q\r\n")]);
  await server.close();
});

test("a server that refuses its service, and one that does not speak POP3", async () => {
  const answers = ["-ERR [SYS/TEMP] full\r\n", "220 smtp\r\n"];
  const codes = [];
  for (const answer of answers) {
    const server = await startRawServer(
      () => {},
      (socket) => socket.write(answer),
    );
    codes.push((await run(server.port)).error?.code);
    await server.close();
  }
  expect(codes).toEqual(["SERVICE_ERROR", "PROTOCOL_ERROR"]);
});
