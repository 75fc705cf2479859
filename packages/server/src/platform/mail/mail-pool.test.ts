import { SMTPServer } from "smtp-server";
import { expect, test } from "vitest";
import { createEgress } from "../net/egress.ts";
import { createEgressPolicy } from "../net/egress-policy.ts";
import { MailError } from "./mail-error.ts";
import { openMailPool } from "./mail-pool.ts";

test("a pool sends many mails over a few connections, and closes them", async () => {
  const recipients: string[] = [];
  let opened = 0;
  let open = 0;
  let openMost = 0;
  const server = new SMTPServer({
    ...{ authOptional: true, disabledCommands: ["STARTTLS", "AUTH"] },
    onConnect(_session, done) {
      opened += 1;
      open += 1;
      openMost = Math.max(openMost, open);
      done();
    },
    onClose() {
      open -= 1;
    },
    onRcptTo({ address }, _session, done) {
      const error = address.startsWith("none")
        ? Object.assign(new Error("no such user"), { responseCode: 550 })
        : null;
      done(error);
    },
    onData(stream, { envelope }, done) {
      stream.resume();
      stream.on("end", () => {
        recipients.push(...envelope.rcptTo.map(({ address }) => address));
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.server.address();
  if (address === null || typeof address === "string") throw new Error("a TCP server has a port");
  const policy = createEgressPolicy({ mode: "self-hosted", allow: [], deny: [], ownPorts: () => [] });
  const pool = await openMailPool({
    ...{ smtpUrl: `smtp://127.0.0.1:${address.port}`, from: "status@example.org" },
    egress: createEgress({ policy }),
  });
  if (pool === null) throw new Error("the pool is configured");
  const mail = (to: string) => ({ to, subject: "Hello", text: "text", html: "<p>html</p>" });
  const all = Array.from({ length: 200 }, (_, index) => `s${index}@example.org`);
  await Promise.all(all.map((to) => pool.send(mail(to))));
  expect(recipients.toSorted()).toEqual(all.toSorted());
  expect(openMost).toBeLessThanOrEqual(pool.connections);
  expect(opened).toBeLessThan(all.length / 5);
  const error: unknown = await pool.send(mail("none@example.org")).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(MailError);
  expect(error).toMatchObject({ isBounce: true, isTemporary: false });
  pool.close();
  await expect.poll(() => open).toBe(0);
  await new Promise<void>((resolve) => server.close(() => resolve()));
  const away: unknown = await pool.send(mail("s1@example.org")).catch((thrown: unknown) => thrown);
  expect(away).toMatchObject({ isBounce: false, isTemporary: true });
});
