import { once } from "node:events";
import { existsSync } from "node:fs";
import { copyFile, mkdir, rm } from "node:fs/promises";
import { type AddressInfo, connect, createServer, type Server } from "node:net";
import process from "node:process";
import { programsMissing, type RunningProgram, startProgram } from "../program.ts";
import { createServiceFolder } from "./service-folder.ts";

const PODMAN = "/usr/bin/podman";
/** The programs of the containers with all that they need: they have no image. */
const FILES = [
  "/bin/sh",
  "/bin/sleep",
  "/bin/true",
  "/bin/false",
  "/lib64/ld-linux-x86-64.so.2",
  "/lib/x86_64-linux-gnu/libc.so.6",
];

/** Why tests with Podman are skipped on this machine; null if they are not. */
export const podmanMissing = missing();

function missing(): string | null {
  if (process.getuid?.() !== 0) return "containers need root here";
  if (process.arch !== "x64") return "the files of the containers are those of x86-64";
  return programsMissing({ [PODMAN]: "podman", "/usr/bin/unshare": "util-linux" });
}

export type PodmanService = RunningProgram & { socket: string; port: number };

/**
 * The API of Podman at a Unix socket and a TCP port, with the containers `web`, healthy, `sick`, unhealthy, `plain`,
 * without health check, and `once`, which has ended with the exit code 3. Labels of `web` describe a monitor.
 */
export async function startPodman(): Promise<PodmanService> {
  const folder = await createServiceFolder("podman");
  const rootfs = folder.path("rootfs");
  for (const name of ["proc", "dev", "sys", "etc", "run", "tmp"])
    await mkdir(`${rootfs}/${name}`, { recursive: true });
  for (const file of FILES) {
    await mkdir(`${rootfs}${file}`.replace(/\/[^/]*$/, ""), { recursive: true });
    await copyFile(file, `${rootfs}${file}`);
  }
  const socket = folder.path("api.sock");
  const script = await folder.write("start.sh", scriptOf({ folder: folder.path(""), rootfs, socket }));
  const relay = await relayTo(socket);
  const { port } = relay.address() as AddressInfo;
  // A mount namespace of its own: crun rejects a machine with both versions of cgroups.
  const program = await startProgram("/usr/bin/unshare", ["--mount", "/bin/sh", "-e", script], {
    ...{ port, hasChildren: true },
    isReady: async () => existsSync(folder.path("ready")),
  });
  return {
    socket,
    port,
    async stop() {
      relay.close();
      await program.stop();
      // The storage of containers may be busy for a moment.
      await rm(folder.path(""), { recursive: true, force: true, maxRetries: 10 });
    },
  };
}

/**
 * Listens on a TCP port for the API at a Unix socket. A port that was free at the start may belong to another program
 * when Podman, which starts the containers first, would listen on it.
 */
async function relayTo(socket: string): Promise<Server> {
  const relay = createServer((client) => {
    const api = connect(socket);
    client.on("error", () => api.destroy());
    api.on("error", () => client.destroy());
    client.pipe(api).pipe(client);
  });
  relay.listen(0, "127.0.0.1");
  await once(relay, "listening");
  return relay;
}

type Paths = { folder: string; rootfs: string; socket: string };

function scriptOf({ folder, rootfs, socket }: Paths): string {
  const store = `--root ${folder}/storage --runroot ${folder}/run --tmpdir ${folder}/tmp --storage-driver vfs --cgroup-manager cgroupfs --events-backend file`;
  const limits = "--network none --cgroups disabled --ulimit nofile=1024:1024 --ulimit nproc=1024:1024";
  const run = `podman ${store} run ${limits}`;
  const health = (command: string) =>
    `--health-cmd ${command} --health-interval disable --health-retries 1 --health-start-period 0s`;
  return `if [ -d /sys/fs/cgroup/unified ]; then umount -R /sys/fs/cgroup; mount -t cgroup2 none /sys/fs/cgroup; fi
${run} -d --name web --label vedette.web.url=http://web.example/ --label vedette.web.interval=30s ${health("/bin/true")} --rootfs ${rootfs} /bin/sleep 300
${run} -d --name sick ${health("/bin/false")} --rootfs ${rootfs} /bin/sleep 300
${run} -d --name plain --rootfs ${rootfs} /bin/sleep 300
${run} --name once --rootfs ${rootfs} /bin/false || true
podman ${store} healthcheck run web || true
podman ${store} healthcheck run sick || true
(while [ ! -S ${socket} ]; do sleep 0.05; done; touch ${folder}/ready) &
exec podman ${store} system service --time=0 unix://${socket}
`;
}
