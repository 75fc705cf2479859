import { userInfo } from "node:os";
import process from "node:process";
import { freePort } from "../../../src/platform/net/free-port.ts";
import type { TlsLeaf } from "../../tls-fixtures.ts";
import { programsMissing, type RunningProgram, startProgram } from "../program.ts";
import { createServiceFolder, stopAll } from "./service-folder.ts";

const DOVECOT = "/usr/sbin/dovecot";

/** Why tests with Dovecot are skipped on this machine; null if they are not. */
export const dovecotMissing = programsMissing({
  "/usr/lib/dovecot/imap": "dovecot-imapd",
  "/usr/lib/dovecot/pop3": "dovecot-pop3d",
});

export type Dovecot = RunningProgram & Record<"imap" | "imaps" | "pop3" | "pop3s", number>;

/** An IMAP and POP3 server that knows the user `ann` with the password `s3cret mail"\`. */
export async function startDovecot(leaf: TlsLeaf): Promise<Dovecot> {
  const folder = await createServiceFolder("dovecot", leaf);
  const ports = {
    ...{ imap: await freePort(), imaps: await freePort() },
    ...{ pop3: await freePort(), pop3s: await freePort() },
  };
  const password = Buffer.from('s3cret mail"\\').toString("base64");
  const users = await folder.write("users", `ann:{PLAIN.b64}${password}::::::\n`);
  const { username } = userInfo();
  const asUser =
    process.getuid?.() === 0
      ? ""
      : `default_internal_user = ${username}\ndefault_login_user = ${username}\ndefault_internal_group =\n`;
  const listener = (service: "imap" | "pop3") => `service ${service}-login {
  chroot =
  inet_listener ${service} {
    address = 127.0.0.1
    port = ${ports[service]}
  }
  inet_listener ${service}s {
    address = 127.0.0.1
    port = ${ports[`${service}s`]}
    ssl = yes
  }
}
`;
  const config = await folder.write(
    "dovecot.conf",
    `base_dir = ${folder.path("run")}
state_dir = ${folder.path("state")}
log_path = ${folder.path("log")}
protocols = imap pop3
ssl = yes
ssl_cert = <${folder.path("cert.pem")}
ssl_key = <${folder.path("key.pem")}
auth_failure_delay = 0
service anvil {
  # It would delay the logins after a wrong one.
  unix_listener anvil-auth-penalty {
    mode = 0
  }
}
mail_location = maildir:${folder.path("mail")}
userdb {
  driver = static
  args = uid=65534 gid=65534 home=${folder.path("home")}
}
passdb {
  driver = passwd-file
  args = ${users}
}
${asUser}${listener("imap")}${listener("pop3")}`,
  );
  const program = await startProgram(DOVECOT, ["-F", "-c", config], ports.imap);
  return { ...ports, stop: stopAll(folder, program) };
}
