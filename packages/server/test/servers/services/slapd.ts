import { execFile } from "node:child_process";
import { mkdir } from "node:fs/promises";
import { promisify } from "node:util";
import { freePort } from "../../../src/platform/net/free-port.ts";
import type { TlsLeaf } from "../../tls-fixtures.ts";
import { programsMissing, type RunningProgram, startProgram } from "../program.ts";
import { createServiceFolder, giveAway, stopAll, UNPRIVILEGED_UID } from "./service-folder.ts";

const SLAPD = "/usr/sbin/slapd";

/** Why tests with OpenLDAP are skipped on this machine; null if they are not. */
export const slapdMissing = programsMissing({ [SLAPD]: "slapd" });

const PEOPLE = ["ann", "bob", "cüneyt (ops)"];
const ENTRIES = `dn: dc=example,dc=org
objectClass: dcObject
objectClass: organization
o: Example
dc: example

dn: ou=people,dc=example,dc=org
objectClass: organizationalUnit
ou: people

${PEOPLE.map(
  (name, index) => `dn: uid=u${index},ou=people,dc=example,dc=org
objectClass: account
objectClass: simpleSecurityObject
uid: u${index}
description:: ${Buffer.from(name).toString("base64")}
userPassword: s3cret-${index}
`,
).join("\n")}`;

/** A directory with three people, whose administrator has the password `s3cret-ldap`. */
export async function startSlapd(leaf: TlsLeaf): Promise<RunningProgram & { port: number; tlsPort: number }> {
  const folder = await createServiceFolder("slapd", leaf);
  await mkdir(folder.path("data"));
  await folder.write("people.ldif", ENTRIES);
  const config = await folder.write(
    "slapd.conf",
    `modulepath /usr/lib/ldap
moduleload back_mdb
include /etc/ldap/schema/core.schema
include /etc/ldap/schema/cosine.schema
TLSCertificateFile ${folder.path("cert.pem")}
TLSCertificateKeyFile ${folder.path("key.pem")}
require bind
pidfile ${folder.path("slapd.pid")}
database mdb
suffix dc=example,dc=org
rootdn cn=admin,dc=example,dc=org
rootpw s3cret-ldap
directory ${folder.path("data")}
access to attrs=userPassword by anonymous auth
access to * by * read
`,
  );
  await giveAway(folder, "", "data", "key.pem");
  const uid = UNPRIVILEGED_UID;
  const as = uid === undefined ? {} : { uid, gid: uid };
  await promisify(execFile)("/usr/sbin/slapadd", ["-f", config, "-l", folder.path("people.ldif")], as);
  const [port, tlsPort] = [await freePort(), await freePort()];
  const urls = `ldap://127.0.0.1:${port} ldaps://127.0.0.1:${tlsPort}`;
  const program = await startProgram(SLAPD, ["-d", "0", "-h", urls, "-f", config], {
    port,
    ...(uid !== undefined && { uid }),
  });
  return { port, tlsPort, stop: stopAll(folder, program) };
}
