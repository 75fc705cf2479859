import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { programsMissing, type RunningProgram, startProgram } from "./program.ts";

const KNOT = "/usr/sbin/knotd";

/** Why tests with name servers are skipped on this machine; null if they are not. */
export const zoneServerMissing = programsMissing({ [KNOT]: "knot" });

/** An authoritative server of shop.test at one loopback address, with these lines of its zone. */
export async function startZoneServer(
  { address, port }: { address: string; port: number },
  lines: readonly string[],
): Promise<RunningProgram> {
  const folder = await mkdtemp(join(tmpdir(), "vedette-zone-"));
  await mkdir(join(folder, "data"));
  const soa = "@ 300 SOA ns1.shop.test. admin.shop.test. 1 3600 600 86400 300";
  await writeFile(join(folder, "shop.test.zone"), `$ORIGIN shop.test.\n${[soa, ...lines].join("\n")}\n`);
  const config = join(folder, "knot.conf");
  await writeFile(
    config,
    `server:
  rundir: ${folder}
  user: root
  listen: ${address}@${port}
database:
  storage: ${join(folder, "data")}
zone:
  - domain: shop.test
    storage: ${folder}
    file: shop.test.zone
    zonefile-sync: -1
`,
  );
  const isReady = () => accepts(address, port);
  const program = await startProgram(KNOT, ["-c", config], { port, isReady });
  return {
    ...program,
    async stop() {
      await program.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function accepts(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port });
    const settle = (isOpen: boolean) => {
      socket.destroy();
      resolve(isOpen);
    };
    socket.once("connect", () => settle(true));
    socket.once("error", () => settle(false));
  });
}
