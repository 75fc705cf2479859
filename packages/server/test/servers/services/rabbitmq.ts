import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { freePort } from "../../../src/platform/net/free-port.ts";
import type { TlsLeaf } from "../../tls-fixtures.ts";
import { programsMissing, type RunningProgram, startProgram } from "../program.ts";
import { createServiceFolder, giveAway, stopAll, UNPRIVILEGED_UID } from "./service-folder.ts";

const BIN = "/usr/lib/rabbitmq/bin";

/** Why tests with RabbitMQ are skipped on this machine; null if they are not. */
export const rabbitmqMissing = programsMissing({ [`${BIN}/rabbitmq-server`]: "rabbitmq-server" });

export type RabbitmqServer = RunningProgram & {
  port: number;
  tlsPort: number;
  /** Raises an alarm, as a full disk would. */
  raiseAlarm(): Promise<void>;
};

/** A RabbitMQ server with the management plug-in and the user `watch` with the password `s3cret-rabbit`. */
export async function startRabbitmq(leaf: TlsLeaf): Promise<RabbitmqServer> {
  const folder = await createServiceFolder("rabbitmq", leaf);
  const [port, tlsPort, brokerPort] = [await freePort(), await freePort(), await freePort()];
  const [nodePort, namesPort] = [await freePort(), await freePort()];
  const config = await folder.write(
    "rabbitmq.conf",
    `listeners.tcp.1 = 127.0.0.1:${brokerPort}
management.tcp.ip = 127.0.0.1
management.tcp.port = ${port}
management.ssl.ip = 127.0.0.1
management.ssl.port = ${tlsPort}
management.ssl.certfile = ${folder.path("cert.pem")}
management.ssl.keyfile = ${folder.path("key.pem")}
default_user = watch
default_pass = s3cret-rabbit
log.console = true
log.console.level = error
log.file = false
`,
  );
  const plugins = await folder.write("enabled_plugins", "[rabbitmq_management].\n");
  await giveAway(folder, "", "key.pem", "rabbitmq.conf", "enabled_plugins");
  const env = {
    HOME: folder.path(""),
    RABBITMQ_NODENAME: `vedette${port}@localhost`,
    RABBITMQ_MNESIA_BASE: folder.path("data"),
    RABBITMQ_LOG_BASE: folder.path("log"),
    RABBITMQ_ENABLED_PLUGINS_FILE: plugins,
    RABBITMQ_CONFIG_FILE: config,
    RABBITMQ_CONF_ENV_FILE: "/dev/null",
    RABBITMQ_DIST_PORT: String(nodePort),
    RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS: "+S 1:1",
    // A name server of its own, which ends with the test.
    ERL_EPMD_PORT: String(namesPort),
    ERL_EPMD_ADDRESS: "127.0.0.1",
  };
  const uid = UNPRIVILEGED_UID;
  const as = uid === undefined ? {} : { uid, gid: uid };
  const options = { cwd: folder.path(""), env: { ...process.env, ...env }, ...as };
  const run = promisify(execFile);
  const program = await startProgram(`${BIN}/rabbitmq-server`, [], {
    ...{ port: tlsPort, env, hasChildren: true },
    ...(uid !== undefined && { uid }),
  });
  const stop = stopAll(folder, program);
  return {
    port,
    tlsPort,
    async raiseAlarm() {
      const alarm = "rabbit_alarm:set_alarm({{resource_limit, disk, node()}, []}).";
      await run(`${BIN}/rabbitmqctl`, ["-q", "eval", alarm], options);
    },
    async stop() {
      // It is a daemon in a group of its own.
      await run("epmd", ["-kill"], options).catch(() => undefined);
      await stop();
    },
  };
}
