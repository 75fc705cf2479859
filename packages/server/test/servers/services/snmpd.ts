import { freePort } from "../../../src/platform/net/free-port.ts";
import { programsMissing, type RunningProgram, startProgram } from "../program.ts";
import { createServiceFolder, giveAway, stopAll, UNPRIVILEGED_UID } from "./service-folder.ts";

const SNMPD = "/usr/sbin/snmpd";

/** Why tests with Net-SNMP are skipped on this machine; null if they are not. */
export const snmpdMissing = programsMissing({ [SNMPD]: "snmpd" });

/** The users of version 3 by name, with their protocols as Net-SNMP spells them. */
const USERS = {
  "md5-des": "MD5 authpass1 DES privpass1",
  "sha-aes": "SHA authpass1 AES privpass1",
  "sha224-aes": "SHA-224 authpass1 AES privpass1",
  "sha256-aes": "SHA-256 authpass1 AES privpass1",
  "sha384-aes": "SHA-384 authpass1 AES privpass1",
  "sha512-des": "SHA-512 authpass1 DES privpass1",
  "sha256-aes256": "SHA-256 authpass1 AES-256 privpass1",
  "md5-aes256": "MD5 authpass1 AES-256 privpass1",
  "md5-aes256c": "MD5 authpass1 AES-256-C privpass1",
  "sha-auth": "SHA authpass1",
};

/** An agent with the community `s3cret-snmp` and users with each protocol. */
export async function startSnmpd(): Promise<RunningProgram & { port: number }> {
  const folder = await createServiceFolder("snmpd");
  const users = Object.entries(USERS).map(([name, protocols]) => `createUser ${name} ${protocols}\n`);
  const levels = Object.keys(USERS).map(
    (name) => `rouser ${name} ${name.endsWith("auth") ? "auth" : "priv"}\n`,
  );
  const port = await freePort();
  const config = await folder.write(
    "snmpd.conf",
    `rocommunity s3cret-snmp 127.0.0.1
sysName grün
sysServices 72
sysContact first\\tsecond
createUser open
rouser open noauth
${users.join("")}${levels.join("")}`,
  );
  await giveAway(folder, "", "snmpd.conf");
  const uid = UNPRIVILEGED_UID;
  const program = await startProgram(
    SNMPD,
    [
      "-f",
      "-Lo",
      "-C",
      "-c",
      config,
      "-I",
      "system_mib,snmp_mib,sysORTable,usmUser,vacm_conf,vacm_vars,usmConf",
      `udp:127.0.0.1:${port}`,
    ],
    {
      port,
      env: { SNMP_PERSISTENT_DIR: folder.path("state") },
      // It answers by UDP; the test waits for its first answer.
      isReady: async () => true,
      ...(uid !== undefined && { uid }),
    },
  );
  return { port, stop: stopAll(folder, program) };
}
