import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import type { TlsLeaf } from "../../tls-fixtures.ts";

/** An SMTP server that knows the user `ann` with the password `s3cret-mail`. */
export async function startSmtp(leaf: TlsLeaf, options: SMTPServerOptions = {}) {
  const server = new SMTPServer({
    ...leaf,
    banner: "ready to serve",
    authMethods: ["PLAIN"],
    authOptional: true,
    onAuth({ username, password }, _session, done) {
      if (username === "ann" && password === "s3cret-mail") done(null, { user: "ann" });
      else done(new Error("Invalid login"));
    },
    ...options,
  });
  server.on("error", () => {});
  const listening = server.listen(0, "127.0.0.1");
  await once(listening, "listening");
  const { port } = listening.address() as AddressInfo;
  return { port, stop: () => new Promise<void>((resolve) => server.close(() => resolve())) };
}
