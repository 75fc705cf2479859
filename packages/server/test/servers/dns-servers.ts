import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../../src/platform/net/free-port.ts";
import type { TlsLeaf } from "../tls-fixtures.ts";
import { programsMissing, type RunningProgram, startProgram } from "./program.ts";

const KNOT = "/usr/sbin/knotd";
const UNBOUND = "/usr/sbin/unbound";

/** Why tests with DNS servers are skipped on this machine; null if they are not. */
export const dnsServersMissing = programsMissing({ [KNOT]: "knot", [UNBOUND]: "unbound" });

export type DnsServerProgram = RunningProgram & { port: number };

const ZONE = `$ORIGIN shop.test.
@ 300 SOA ns.shop.test. admin.shop.test. 1 3600 600 86400 300
@ 300 NS ns.shop.test.
ns 300 A 127.0.0.1
@ 120 A 192.0.2.10
@ 60 A 192.0.2.11
@ 300 AAAA 2001:db8::1
www 300 CNAME shop.test.
@ 300 MX 10 mail.shop.test.
@ 300 TXT "v=spf1 -all"
@ 300 CAA 0 issue "ca.test"
@ 300 HTTPS 1 . alpn=h2
_imap._tcp 300 SRV 0 1 993 mail.shop.test.
long 300 TXT ${Array.from({ length: 12 }, (_, index) => `"${String(index).padStart(3, "0")}${"x".repeat(250)}"`).join(" ")}
`;

/** An authoritative server of the signed zone shop.test; `address` replaces the first A record. */
export async function startKnot(address = "192.0.2.10"): Promise<DnsServerProgram> {
  const folder = await mkdtemp(join(tmpdir(), "vedette-knot-"));
  const port = await freePort();
  await mkdir(join(folder, "data"));
  await writeFile(join(folder, "shop.test.zone"), ZONE.replace("192.0.2.10", address));
  const config = join(folder, "knot.conf");
  await writeFile(
    config,
    `server:
  rundir: ${folder}
  user: root
  listen: 127.0.0.1@${port}
database:
  storage: ${join(folder, "data")}
zone:
  - domain: shop.test
    storage: ${folder}
    file: shop.test.zone
    zonefile-sync: -1
    dnssec-signing: on
`,
  );
  return started(folder, port, () => startProgram(KNOT, ["-c", config], port));
}

type UnboundOptions = {
  knotPort: number;
  /** The trusted DNSKEY of the zone. */
  key: string;
  leaf: TlsLeaf;
};

/** A validating resolver of that zone, which also serves DNS over TLS and HTTPS. */
export async function startUnbound({
  knotPort,
  key,
  leaf,
}: UnboundOptions): Promise<DnsServerProgram & { tlsPort: number; httpsPort: number }> {
  const folder = await mkdtemp(join(tmpdir(), "vedette-unbound-"));
  const [port, tlsPort, httpsPort] = [await freePort(), await freePort(), await freePort()];
  await writeFile(join(folder, "key.pem"), leaf.key);
  await writeFile(join(folder, "cert.pem"), leaf.cert);
  const config = join(folder, "unbound.conf");
  await writeFile(
    config,
    `server:
  directory: "${folder}"
  chroot: ""
  username: ""
  pidfile: ""
  use-syslog: no
  do-daemonize: no
  num-threads: 1
  interface: 127.0.0.1@${port}
  interface: 127.0.0.1@${tlsPort}
  interface: 127.0.0.1@${httpsPort}
  tls-port: ${tlsPort}
  https-port: ${httpsPort}
  tls-service-key: "${join(folder, "key.pem")}"
  tls-service-pem: "${join(folder, "cert.pem")}"
  do-not-query-localhost: no
  local-zone: "test." nodefault
  domain-insecure: "test."
  trust-anchor: "shop.test. 300 IN DNSKEY ${key}"
stub-zone:
  name: "shop.test"
  stub-addr: 127.0.0.1@${knotPort}
`,
  );
  const running = await started(folder, port, () => startProgram(UNBOUND, ["-d", "-c", config], port));
  return { ...running, tlsPort, httpsPort };
}

async function started(
  folder: string,
  port: number,
  start: () => Promise<RunningProgram>,
): Promise<DnsServerProgram> {
  const program = await start();
  return {
    port,
    async stop() {
      await program.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
