import { hostAndPort } from "@vedette/contract/checks/fields/host-and-port.ts";
import type { Monitor } from "@vedette/contract/targets/monitors.ts";
import { checkCommand } from "../runs/check-command.ts";
import { curlOf, quoted } from "../runs/curl.ts";
import { maskCredential } from "../runs/mask-credential.ts";
import type { MonitorType } from "./check-labels.ts";

/** Apart from the views of the kinds, because only the page of a monitor copies commands. */
const CHECK_COMMANDS: Record<MonitorType, (monitor: Monitor) => string> = {
  url(monitor) {
    const { method, url, headers, body } = monitor;
    return checkCommand({ method: method ?? "GET", url: url ?? "", headers, body: body || null }, monitor);
  },
  /** Only tests the connection, as curl has no command for that. */
  tcp({ host, port, timeout }) {
    const request = { method: "GET", url: `telnet://${hostAndPort(host, port)}`, headers: {}, body: null };
    return curlOf(request, [{ name: "--verbose" }, { name: `--connect-timeout ${timeout}` }]);
  },
  tls({ host, port, servername, starttls }) {
    const startTls = starttls === null || starttls === "none" ? [] : ["-starttls", starttls];
    const name = ["-servername", servername ?? host ?? ""];
    return commandOf("openssl", "s_client", "-connect", hostAndPort(host, port ?? 443), ...name, ...startTls);
  },
  dns({ host, record, server, port, transport }) {
    const servers = (server ?? []).slice(0, 1).map((name) => `@${name}`);
    const flags = { udp: [], tcp: ["+tcp"], tls: ["+tls"], https: ["+https"] }[transport ?? "udp"];
    const ports = port === null ? [] : ["-p", String(port)];
    return commandOf("dig", ...servers, ...ports, ...flags, host ?? "", record ?? "A");
  },
  /** printf has the same escapes as `send`. */
  udp: ({ host, port, send }) =>
    `${commandOf("printf", "%b", send ?? "")} | ${commandOf("nc", "-u", "-w", "2", host ?? "", String(port))}`,
  ping: ({ host, count }) => commandOf("ping", "-c", String(count ?? 3), host ?? ""),
  grpc({ host, port, service, tls }) {
    const data = service ? ["-d", JSON.stringify({ service })] : [];
    const plain = tls ? [] : ["-plaintext"];
    return commandOf("grpcurl", ...plain, ...data, hostAndPort(host, port), "grpc.health.v1.Health/Check");
  },
  websocket: ({ url, subprotocol }) =>
    commandOf("npx", "wscat", "--connect", url ?? "", ...(subprotocol ? ["--subprotocol", subprotocol] : [])),
  redis({ host, port, tls, user, database }) {
    const options = [
      ...(tls ? ["--tls"] : []),
      ...(user ? ["--user", user] : []),
      ...(database ? ["-n", database] : []),
    ];
    return commandOf(
      "redis-cli",
      "-h",
      host ?? "",
      "-p",
      String(port ?? 6_379),
      ...options,
      "--askpass",
      "PING",
    );
  },
  smtp: (monitor) => mailCommand(monitor, "smtp", 465),
  imap: (monitor) => mailCommand(monitor, "imap", 993),
  pop3: (monitor) => mailCommand(monitor, "pop3", 995),
  postgres({ host, port, user, database, query, tls }) {
    const address = [
      "-h",
      host ?? "",
      "-p",
      String(port ?? 5_432),
      "-U",
      user ?? "",
      "-d",
      database ?? user ?? "",
    ];
    const mode = tls ? "PGSSLMODE=require " : "";
    return `${mode}${commandOf("psql", ...address, "-W", "-c", query ?? "select 1")}`;
  },
  mysql({ host, port, user, database, query, tls }) {
    const address = ["-h", host ?? "", "-P", String(port ?? 3_306), "-u", user ?? "", "-p"];
    const options = [...(tls ? ["--ssl"] : []), ...(database ? [database] : [])];
    return commandOf("mysql", ...address, ...options, "-e", query ?? "select 1");
  },
  mqtt({ host, port, tls, user, topic }) {
    const address = ["-h", host ?? "", "-p", String(port ?? (tls ? 8_883 : 1_883))];
    const options = [...(tls ? ["--tls-use-os-certs"] : []), ...(user ? ["-u", user] : [])];
    return commandOf(
      "mosquitto_sub",
      ...address,
      ...options,
      "-C",
      "1",
      "-t",
      topic ?? "$SYS/broker/version",
    );
  },
  ssh: ({ host, port }) => commandOf("ssh-keyscan", "-p", String(port ?? 22), host ?? ""),
  ntp: ({ host }) => commandOf("ntpdate", "-q", host ?? ""),
  ldap({ host, port, tls_mode: mode, user, search_base, search_filter, search_scope }) {
    const isTls = mode === "implicit" || (mode === null && (port ?? 636) === 636);
    const url = `${isTls ? "ldaps" : "ldap"}://${hostAndPort(host, port ?? (isTls ? 636 : 389))}`;
    const login = user ? ["-D", user, "-W"] : ["-x"];
    const startTls = isTls || mode === "none" ? [] : ["-ZZ"];
    const search = ["-b", search_base ?? "", "-s", search_base ? (search_scope ?? "sub") : "base"];
    return commandOf(
      "ldapsearch",
      "-H",
      url,
      ...login,
      ...startTls,
      ...search,
      search_filter ?? "(objectClass=*)",
      "1.1",
    );
  },
  rabbitmq({ host, port, tls, user, health_check }) {
    const address = hostAndPort(host, port ?? (tls ? 15_671 : 15_672));
    const url = `${tls ? "https" : "http"}://${address}/api/health/checks/${health_check ?? "alarms"}`;
    return commandOf("curl", "--user", user ?? "", url);
  },
  docker({ host, port, tls, socket_path, container }) {
    const address = socket_path
      ? `unix://${socket_path}`
      : `tcp://${hostAndPort(host, port ?? (tls ? 2_376 : 2_375))}`;
    const options = ["-H", address, ...(tls ? ["--tls"] : [])];
    return commandOf("docker", ...options, "inspect", "--format", "{{json .State}}", container ?? "");
  },
  snmp({ host, port, snmp_version: version, oid, ...login }) {
    const address = [hostAndPort(host, port ?? 161), oid ?? ""];
    if (version !== "v3")
      return commandOf(
        "snmpget",
        "-v",
        "2c",
        "-c",
        maskCredential("community", login.community ?? ""),
        ...address,
      );
    const { user, password, auth_protocol, privacy_password, privacy_protocol } = login;
    const isPrivate = privacy_password !== null;
    const level = password === null ? "noAuthNoPriv" : isPrivate ? "authPriv" : "authNoPriv";
    const hidden = (name: string, value: string | null) => maskCredential(name, value ?? "");
    const authentication =
      password === null ? [] : ["-a", auth_protocol ?? "", "-A", hidden("password", password)];
    const privacy = isPrivate
      ? ["-x", privacy_protocol ?? "", "-X", hidden("privacy_password", privacy_password)]
      : [];
    return commandOf(
      "snmpget",
      "-v",
      "3",
      "-l",
      level,
      "-u",
      user ?? "",
      ...authentication,
      ...privacy,
      ...address,
    );
  },
  supplier_status: ({ url, headers }) =>
    curlOf({ method: "GET", url: url ?? "", headers, body: null }, [{ name: "--location" }]),
  domain: vdtCheck,
  composite: vdtCheck,
  manual: vdtCheck,
};

/** No command can compute the status. */
function vdtCheck({ id }: Monitor): string {
  return commandOf("vdt", "monitors", "check", id);
}

/** Returns the check of a monitor as a shell command. */
export function checkAsCommand(monitor: Monitor): string {
  return CHECK_COMMANDS[monitor.type](monitor);
}

/** Opens a dialogue with the server, with TLS as the check uses it. */
function mailCommand({ host, port, tls_mode: mode }: Monitor, protocol: string, tlsPort: number): string {
  const address = hostAndPort(host, port ?? tlsPort);
  if (mode === "none") return commandOf("nc", host ?? "", String(port));
  const isImplicit = mode === "implicit" || (mode === null && (port ?? tlsPort) === tlsPort);
  return commandOf(
    "openssl",
    "s_client",
    "-connect",
    address,
    ...(isImplicit ? [] : ["-starttls", protocol]),
  );
}

/** Arguments with other characters than those of names are quoted. */
function commandOf(...words: readonly string[]): string {
  return words.map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : quoted(word))).join(" ");
}
