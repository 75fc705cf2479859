import { setTimeout as wait } from "node:timers/promises";
import { freePort } from "../../../src/platform/net/free-port.ts";
import { programsMissing, type RunningProgram, startProgram } from "../program.ts";
import { createServiceFolder, giveAway, stopAll, UNPRIVILEGED_UID } from "./service-folder.ts";

const CHRONYD = "/usr/sbin/chronyd";

/** Why tests with chrony are skipped on this machine; null if they are not. */
export const chronyMissing = programsMissing({ [CHRONYD]: "chrony" });

/** A time server at a high port, which does not touch the clock of this machine. */
export async function startChrony(settings: string): Promise<RunningProgram & { port: number }> {
  const folder = await createServiceFolder("chrony");
  await giveAway(folder, "");
  const port = await freePort();
  const config = await folder.write(
    "chrony.conf",
    `port ${port}
bindaddress 127.0.0.1
bindcmdaddress ${folder.path("socket")}
cmdport 0
pidfile ${folder.path("pid")}
allow 127.0.0.1
${settings}
`,
  );
  const uid = UNPRIVILEGED_UID;
  const program = await startProgram(CHRONYD, ["-d", "-x", "-U", "-f", config], {
    port,
    // It answers by UDP; the test waits for its first answer.
    isReady: () => wait(1, true),
    ...(uid !== undefined && { uid }),
  });
  return { port, stop: stopAll(folder, program) };
}
