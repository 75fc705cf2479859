import { freePort } from "../../../src/platform/net/free-port.ts";
import type { TlsLeaf } from "../../tls-fixtures.ts";
import { programsMissing, type RunningProgram, startProgram } from "../program.ts";
import { createServiceFolder, stopAll } from "./service-folder.ts";

const REDIS = "/usr/bin/redis-server";

/** Why tests with Redis are skipped on this machine; null if they are not. */
export const redisMissing = programsMissing({ [REDIS]: "redis-server" });

/** A Redis server with the password `s3cret-redis`, and the user `watch` with the same one, which may only PING. */
export async function startRedis(leaf: TlsLeaf): Promise<RunningProgram & { port: number; tlsPort: number }> {
  const folder = await createServiceFolder("redis", leaf);
  const [port, tlsPort] = [await freePort(), await freePort()];
  const config = await folder.write(
    "redis.conf",
    `bind 127.0.0.1
port ${port}
tls-port ${tlsPort}
tls-cert-file ${folder.path("cert.pem")}
tls-key-file ${folder.path("key.pem")}
tls-auth-clients no
dir ${folder.path("")}
save ""
requirepass s3cret-redis
user watch on >s3cret-redis +ping
`,
  );
  const program = await startProgram(REDIS, [config], port);
  return { port, tlsPort, stop: stopAll(folder, program) };
}
