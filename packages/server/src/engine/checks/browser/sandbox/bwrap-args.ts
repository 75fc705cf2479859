import type { SandboxView } from "./sandbox-view.ts";

export type BwrapPlan = SandboxView & {
  /** The program inside and its arguments. */
  command: readonly string[];
  env: Readonly<Record<string, string>>;
  /** Where bubblewrap reads the filter of system calls. */
  seccompFd: number;
  limits: {
    homeBytesMax: number;
    sharedMemoryBytesMax: number;
    processesMax: number;
    writtenFileBytesMax: number;
  };
};

export const HOME = "/home/vedette";

/** What Chromium, fonts and time zones read of `/etc`; none of it tells of this machine's people or secrets. */
const ETC = [
  "fonts",
  "localtime",
  "ld.so.cache",
  "alternatives",
  "ssl/certs",
  "ca-certificates",
  "mime.types",
];

/** As in any Linux whose `/usr` is merged; where it is not, the folders themselves. */
const ROOT_LINKS = ["bin", "sbin", "lib", "lib64", "lib32"];

/**
 * The arguments of bubblewrap for a plan: every namespace of its own, no capability, nothing of this machine but
 * `/usr` and what the plan shows, and nothing that outlives the process that started it. Pure.
 */
export function bwrapArgs(plan: BwrapPlan): string[] {
  const { limits } = plan;
  return [
    "--unshare-all",
    // Not implied by the former where root starts it; a failure to get one must be a failure.
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
    // Set inside, where the count is of this sandbox alone: outside it would be of all that the user runs.
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

/** Inside all is of one user without a name: nothing there needs another. */
const INNER_ID = 1_000;

function rootLink(name: string, target: string | null | undefined): string[] {
  if (target === undefined) return [];
  return target === null ? ["--ro-bind", `/${name}`, `/${name}`] : ["--symlink", target, `/${name}`];
}
