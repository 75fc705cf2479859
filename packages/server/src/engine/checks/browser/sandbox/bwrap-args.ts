import type { SandboxView } from "./sandbox-view.ts";

export type BwrapPlan = SandboxView & {
  /** The program inside the sandbox and its arguments. */
  command: readonly string[];
  env: Readonly<Record<string, string>>;
  /** The descriptor from which bubblewrap reads the system call filter. */
  seccompFd: number;
  limits: {
    homeBytesMax: number;
    sharedMemoryBytesMax: number;
    processesMax: number;
    writtenFileBytesMax: number;
  };
};

export const HOME = "/home/vedette";

/**
 * The parts of `/etc` that Chromium, fonts and time zones need; none contains users or secrets of this
 * machine.
 */
const ETC = [
  "fonts",
  "localtime",
  "ld.so.cache",
  "alternatives",
  "ssl/certs",
  "ca-certificates",
  "mime.types",
];

/** As in any Linux with a merged `/usr`; otherwise the folders themselves. */
const ROOT_LINKS = ["bin", "sbin", "lib", "lib64", "lib32"];

/**
 * Returns the arguments of bubblewrap for a plan: separate namespaces of all kinds, no capability, nothing of
 * this machine except `/usr` and the mounts of the plan, and no process that outlives its parent. Pure.
 */
export function bwrapArgs(plan: BwrapPlan): string[] {
  const { limits } = plan;
  return [
    "--unshare-all",
    // `--unshare-all` only tries to create these if root starts it; a failure to create one must be an error.
    ...["--unshare-user", "--unshare-cgroup"],
    ...["--uid", String(INNER_ID), "--gid", String(INNER_ID)],
    ...["--hostname", "vedette"],
    ...["--cap-drop", "ALL"],
    "--new-session",
    "--die-with-parent",
    ...["--seccomp", String(plan.seccompFd)],
    ...["--ro-bind", "/usr", "/usr"],
    ...ROOT_LINKS.flatMap((name) => rootLink(name, plan.rootLinks[name])),
    ...ETC.flatMap((name) => ["--ro-bind-try", `/etc/${name}`, `/etc/${name}`]),
    ...["--proc", "/proc", "--dev", "/dev"],
    ...["--size", String(limits.sharedMemoryBytesMax), "--tmpfs", "/dev/shm"],
    ...["--size", String(limits.homeBytesMax), "--tmpfs", HOME],
    ...["--dir", `${HOME}/tmp`, "--symlink", `${HOME}/tmp`, "/tmp"],
    ...["--symlink", `${HOME}/tmp`, "/var/tmp"],
    ...plan.readOnly.flatMap(({ from, to }) => ["--ro-bind", from, to]),
    ...plan.writable.flatMap(({ from, to }) => ["--bind", from, to]),
    ...["--remount-ro", "/", "--remount-ro", "/dev"],
    ...["--chdir", HOME],
    ...Object.entries(plan.env).flatMap(([name, value]) => ["--setenv", name, value]),
    "--",
    // Set inside, where the limit counts only this sandbox; outside it would count all processes of the user.
    ...[
      "/usr/bin/prlimit",
      `--nproc=${limits.processesMax}`,
      `--fsize=${limits.writtenFileBytesMax}`,
      "--core=0",
    ],
    ...["--nofile=4096", "--memlock=65536", "--msgqueue=0", "--"],
    ...plan.command,
  ];
}

/** Inside, everything belongs to one anonymous user; no other is needed. */
const INNER_ID = 1_000;

function rootLink(name: string, target: string | null | undefined): string[] {
  if (target === undefined) return [];
  return target === null ? ["--ro-bind", `/${name}`, `/${name}`] : ["--symlink", target, `/${name}`];
}
