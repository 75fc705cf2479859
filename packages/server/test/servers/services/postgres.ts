import { execFile } from "node:child_process";
import { chmod } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import { Client } from "pg";
import { freePort } from "../../../src/platform/net/free-port.ts";
import { findBinaries } from "../../../src/platform/storage/embedded/binaries.ts";
import type { TlsLeaf } from "../../tls-fixtures.ts";
import { type RunningProgram, startProgram } from "../program.ts";
import { createServiceFolder, giveAway, stopAll, UNPRIVILEGED_UID } from "./service-folder.ts";

const POLL_MS = 50;
const START_TIMEOUT_MS = 20_000;

export type PostgresServer = RunningProgram & { port: number };

/** The password of every user but `trusted`. Not ASCII, because SCRAM normalizes it. */
export const POSTGRES_PASSWORD = "s3cret-pg ß";

const ACCESS = `local all all trust
host all trusted 127.0.0.1/32 trust
host all clear 127.0.0.1/32 password
host all digest 127.0.0.1/32 md5
hostssl all secure 127.0.0.1/32 scram-sha-256
host all scram 127.0.0.1/32 scram-sha-256
host all blocked 127.0.0.1/32 reject
`;

const SETUP = `
  create role clear login password '${POSTGRES_PASSWORD}';
  create role secure login password '${POSTGRES_PASSWORD}';
  create role scram login password '${POSTGRES_PASSWORD}';
  set password_encryption = 'md5';
  create role digest login password '${POSTGRES_PASSWORD}';
  create database shop owner scram;
`;

/** A PostgreSQL server from the embedded binaries, with one user for each way to log in, and the database `shop`. */
export async function startPostgres(leaf: TlsLeaf): Promise<PostgresServer> {
  const binaries = await findBinaries();
  const folder = await createServiceFolder("postgres", leaf);
  // It does not run as root.
  const uid = UNPRIVILEGED_UID;
  const data = folder.path("data");
  await giveAway(folder, "", "key.pem");
  await chmod(folder.path("key.pem"), 0o600);
  const as = uid === undefined ? {} : { uid, gid: uid };
  const init = ["-D", data, "-U", "trusted", "-A", "trust", "--no-sync", "-E", "UTF8", "--locale=C"];
  await promisify(execFile)(join(binaries, "initdb"), init, as);
  const access = await folder.write("pg_hba.conf", ACCESS);
  const port = await freePort();
  const settings = {
    ...{ listen_addresses: "127.0.0.1", port, unix_socket_directories: "", hba_file: access, fsync: "off" },
    ...{ ssl: "on", ssl_cert_file: folder.path("cert.pem"), ssl_key_file: folder.path("key.pem") },
    ...{ max_connections: 20, shared_buffers: "16MB", log_min_messages: "warning" },
  };
  const args = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const program = await startProgram(join(binaries, "postgres"), ["-D", data, ...args], {
    port,
    ...(uid !== undefined && { uid }),
  });
  const client = await connectWhenReady(port);
  for (const statement of SETUP.split(";\n")) await client.query(statement);
  await client.end();
  return { port, stop: stopAll(folder, program) };
}

/** The port is open before the server accepts sessions. */
async function connectWhenReady(port: number): Promise<Client> {
  for (let waitedMs = 0; ; waitedMs += POLL_MS) {
    const client = new Client({ host: "127.0.0.1", port, user: "trusted", database: "postgres" });
    try {
      await client.connect();
      return client;
    } catch (error) {
      if (waitedMs > START_TIMEOUT_MS) throw error;
      await wait(POLL_MS);
    }
  }
}
