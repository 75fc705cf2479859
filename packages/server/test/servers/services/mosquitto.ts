import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { freePort } from "../../../src/platform/net/free-port.ts";
import type { TlsLeaf } from "../../tls-fixtures.ts";
import { programsMissing, type RunningProgram, startProgram } from "../program.ts";
import { createServiceFolder, giveAway, stopAll, UNPRIVILEGED_UID } from "./service-folder.ts";

const MOSQUITTO = "/usr/sbin/mosquitto";

/** Why tests with Mosquitto are skipped on this machine; null if they are not. */
export const mosquittoMissing = programsMissing({ [MOSQUITTO]: "mosquitto" });

/** An MQTT broker that knows the user `watch` with the password `s3cret-mqtt`. */
export async function startMosquitto(
  leaf: TlsLeaf,
): Promise<RunningProgram & { port: number; tlsPort: number }> {
  const folder = await createServiceFolder("mosquitto", leaf);
  const [port, tlsPort] = [await freePort(), await freePort()];
  await promisify(execFile)("/usr/bin/mosquitto_passwd", [
    "-b",
    "-c",
    folder.path("users"),
    "watch",
    "s3cret-mqtt",
  ]);
  await giveAway(folder, "", "users", "key.pem");
  const config = await folder.write(
    "mosquitto.conf",
    `listener ${port} 127.0.0.1
listener ${tlsPort} 127.0.0.1
certfile ${folder.path("cert.pem")}
keyfile ${folder.path("key.pem")}
allow_anonymous false
password_file ${folder.path("users")}
persistence false
`,
  );
  const uid = UNPRIVILEGED_UID;
  const program = await startProgram(MOSQUITTO, ["-c", config], { port, ...(uid !== undefined && { uid }) });
  return { port, tlsPort, stop: stopAll(folder, program) };
}
