import { hostAndPort } from "@vedette/contract/checks/fields/host-and-port.ts";
import type { Monitor } from "@vedette/contract/targets/monitors.ts";
import { checkCommand } from "../runs/check-command.ts";
import { curlOf, quoted } from "../runs/curl.ts";
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

/** Arguments with other characters than those of names are quoted. */
function commandOf(...words: readonly string[]): string {
  return words.map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : quoted(word))).join(" ");
}
