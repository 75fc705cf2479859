// Programs of the system that some tests need, from Debian's packages. Without them those tests say why they are skipped.
import { existsSync } from "node:fs";
import process from "node:process";
import { runAloud } from "./run-command.mjs";

const PROGRAMS = [
  { path: "/usr/bin/bwrap", package: "bubblewrap" },
  { path: "/usr/bin/chromium", package: "chromium" },
  { path: "/usr/sbin/nats-server", package: "nats-server" },
  { path: "/usr/bin/jq", package: "jq" },
];

/** Installs what is missing where that can be done without asking anybody: as root, with apt-get. */
export async function installTestPrograms() {
  const missing = PROGRAMS.filter(({ path }) => !existsSync(path)).map(({ package: name }) => name);
  if (missing.length === 0) return;
  const mayInstall = process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");
  if (mayInstall && (await aptInstall(missing))) return;
  process.stderr.write(`Some tests will be skipped: install ${missing.join(" and ")} to run them.\n`);
}

async function aptInstall(names) {
  process.stdout.write(`Installing ${names.join(" and ")} …\n`);
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  // Without a network, or beside another installation, it gives up instead of waiting for ever.
  const patience = [
    "-o",
    "Acquire::http::Timeout=20",
    "-o",
    "Acquire::Retries=1",
    "-o",
    "DPkg::Lock::Timeout=60",
  ];
  const install = ["install", "-y", "--no-install-recommends", "-qq", ...names];
  for (const args of [["update", "-qq"], install]) {
    const { code } = await runAloud("/usr/bin/apt-get", [...patience, ...args], { env });
    if (code !== 0) return false;
  }
  return true;
}
