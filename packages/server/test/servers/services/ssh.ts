import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { freePort } from "../../../src/platform/net/free-port.ts";
import { programsMissing, type RunningProgram, startProgram } from "../program.ts";
import { createServiceFolder, giveAway, stopAll, UNPRIVILEGED_UID } from "./service-folder.ts";

const SSHD = "/usr/sbin/sshd";
const KEYGEN = "/usr/bin/ssh-keygen";
const run = promisify(execFile);

/** Why tests with OpenSSH are skipped on this machine; null if they are not. */
export const sshMissing = programsMissing({ [SSHD]: "openssh-server", [KEYGEN]: "openssh-client" });

export type SshServer = RunningProgram & {
  port: number;
  /** As ssh-keygen prints it. */
  fingerprint: string;
};

/** An SSH server with a host key of this type, and with these further settings. */
export async function startSshd(
  { type, bits }: { type: "ed25519" | "ecdsa" | "rsa"; bits?: number },
  settings: readonly string[] = [],
): Promise<SshServer> {
  const folder = await createServiceFolder("ssh");
  await giveAway(folder, "");
  const uid = UNPRIVILEGED_UID;
  const as = uid === undefined ? {} : { uid, gid: uid };
  const key = folder.path("key");
  const size = bits === undefined ? [] : ["-b", String(bits)];
  await run(KEYGEN, ["-q", "-t", type, ...size, "-N", "", "-f", key], as);
  const { stdout } = await run(KEYGEN, ["-l", "-f", `${key}.pub`]);
  const port = await freePort();
  const config = await folder.write(
    "sshd_config",
    `Port ${port}
ListenAddress 127.0.0.1
HostKey ${key}
PidFile none
UsePAM no
StrictModes no
${settings.join("\n")}
`,
  );
  const program = await startProgram(SSHD, ["-D", "-e", "-f", config], {
    port,
    ...(uid !== undefined && { uid }),
  });
  return { port, fingerprint: stdout.split(" ")[1] ?? "", stop: stopAll(folder, program) };
}
