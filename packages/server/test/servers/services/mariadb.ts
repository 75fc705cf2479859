import { execFile } from "node:child_process";
import { chmod } from "node:fs/promises";
import { promisify } from "node:util";
import { freePort } from "../../../src/platform/net/free-port.ts";
import type { TlsLeaf } from "../../tls-fixtures.ts";
import { programsMissing, type RunningProgram, startProgram } from "../program.ts";
import { createServiceFolder, giveAway, stopAll, UNPRIVILEGED_UID } from "./service-folder.ts";

const MARIADB = "/usr/sbin/mariadbd";
const INSTALL = "/usr/bin/mariadb-install-db";

/** Why tests with MariaDB are skipped on this machine; null if they are not. */
export const mariadbMissing = programsMissing({ [MARIADB]: "mariadb-server" });

export type MariadbServer = RunningProgram & { port: number };

export const MARIADB_PASSWORD = "s3cret-my ß";

const SETUP = `create database shop character set utf8mb4;
use shop;
create table things (a int);
insert into things values (1), (2), (3);
create user watch identified by '${MARIADB_PASSWORD}';
create user open;
create user secure identified by '${MARIADB_PASSWORD}' require ssl;
grant all on *.* to watch;
grant select on shop.* to open;
grant select on shop.* to secure;
`;

/** A MariaDB server with the users `watch`, who may do all, `open`, without password, and `secure`, who needs TLS. */
export async function startMariadb(leaf: TlsLeaf): Promise<MariadbServer> {
  const folder = await createServiceFolder("mariadb", leaf);
  // It does not run as root.
  const uid = UNPRIVILEGED_UID;
  await giveAway(folder, "", "key.pem");
  await chmod(folder.path("key.pem"), 0o600);
  const data = `--datadir=${folder.path("data")}`;
  const install = ["--no-defaults", data, "--auth-root-authentication-method=normal", "--skip-test-db"];
  await promisify(execFile)(INSTALL, install, uid === undefined ? {} : { uid, gid: uid });
  const setup = await folder.write("setup.sql", SETUP);
  const port = await freePort();
  const options = {
    ...{ "bind-address": "127.0.0.1", port, socket: folder.path("socket"), "init-file": setup },
    ...{ "ssl-cert": folder.path("cert.pem"), "ssl-key": folder.path("key.pem"), "skip-name-resolve": 1 },
    ...{ "innodb-flush-method": "nosync", "innodb-buffer-pool-size": "16M", "pid-file": folder.path("pid") },
  };
  const args = Object.entries(options).map(([name, value]) => `--${name}=${value}`);
  const program = await startProgram(MARIADB, ["--no-defaults", data, ...args], {
    port,
    ...(uid !== undefined && { uid }),
  });
  return { port, stop: stopAll(folder, program) };
}
