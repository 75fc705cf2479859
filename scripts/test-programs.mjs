// System programs that some tests require, from Debian packages. Without them those tests are skipped with a reason.
import { existsSync, rmSync, writeFileSync } from "node:fs";
import process from "node:process";
import { runAloud } from "./run-command.mjs";

const PROGRAMS = [
  { path: "/usr/bin/bwrap", package: "bubblewrap" },
  { path: "/usr/bin/chromium", package: "chromium" },
  { path: "/usr/bin/chromium-headless-shell", package: "chromium-headless-shell" },
  { path: "/usr/sbin/nats-server", package: "nats-server" },
  { path: "/usr/bin/jq", package: "jq" },
  { path: "/usr/bin/tinyproxy", package: "tinyproxy-bin" },
  { path: "/usr/bin/microsocks", package: "microsocks" },
  { path: "/usr/sbin/nginx", package: "nginx-light" },
  { path: "/usr/sbin/knotd", package: "knot" },
  { path: "/usr/sbin/unbound", package: "unbound" },
  { path: "/bin/ping", package: "iputils-ping" },
  { path: "/usr/bin/traceroute", package: "traceroute" },
  { path: "/usr/sbin/lighttpd", package: "lighttpd" },
  { path: "/usr/bin/redis-server", package: "redis-server" },
  { path: "/usr/sbin/mariadbd", package: "mariadb-server" },
  { path: "/usr/sbin/mosquitto", package: "mosquitto" },
  { path: "/usr/lib/rabbitmq/bin/rabbitmq-server", package: "rabbitmq-server" },
  { path: "/usr/bin/podman", package: "podman" },
  { path: "/usr/sbin/sshd", package: "openssh-server" },
  { path: "/usr/sbin/slapd", package: "slapd" },
  { path: "/usr/sbin/snmpd", package: "snmpd" },
  { path: "/usr/sbin/chronyd", package: "chrony" },
  { path: "/usr/lib/dovecot/imap", package: "dovecot-imapd" },
  { path: "/usr/lib/dovecot/pop3", package: "dovecot-pop3d" },
  { path: "/usr/bin/faketime", package: "faketime" },
  { path: "/usr/bin/promtool", package: "prometheus" },
  { path: "/usr/bin/prometheus-alertmanager", package: "prometheus-alertmanager" },
];

/** Debian packages run it before they start a service; exit code 101 prevents the start. */
const SERVICE_POLICY = "/usr/sbin/policy-rc.d";

/** Installs missing programs if that needs no interaction: as root, with apt-get. */
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
  // Without a network, or during another installation, it fails instead of waiting indefinitely.
  const timeouts = [
    "-o",
    "Acquire::http::Timeout=20",
    "-o",
    "Acquire::Retries=1",
    "-o",
    "DPkg::Lock::Timeout=60",
  ];
  const install = ["install", "-y", "--no-install-recommends", "-qq", ...names];
  const hasPolicy = existsSync(SERVICE_POLICY);
  if (!hasPolicy) writeFileSync(SERVICE_POLICY, "#!/bin/sh\nexit 101\n", { mode: 0o755 });
  try {
    for (const args of [["update", "-qq"], install]) {
      const { code } = await runAloud("/usr/bin/apt-get", [...timeouts, ...args], { env });
      if (code !== 0) return false;
    }
    return true;
  } finally {
    if (!hasPolicy) rmSync(SERVICE_POLICY, { force: true });
  }
}
