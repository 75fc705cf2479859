import type { Monitor } from "@vedette/contract/targets/monitors.ts";

/** The names of check kinds. Apart from their views, because lists and the first page of an installation need them. */

export type MonitorType = Monitor["type"];

type CheckLabels = {
  /** In lists and filters. */
  label: string;
  /** In the form, where the user selects the kind. */
  formLabel: string;
};

/** All check kinds, by group, in the order of the form. */
const GROUPS = {
  Web: {
    url: { label: "HTTP", formLabel: "Website or HTTP endpoint" },
    websocket: { label: "WebSocket", formLabel: "WebSocket" },
    grpc: { label: "gRPC", formLabel: "gRPC health" },
  },
  Network: {
    tcp: { label: "TCP", formLabel: "TCP port" },
    udp: { label: "UDP", formLabel: "UDP port" },
    ping: { label: "Ping", formLabel: "Ping (ICMP)" },
    dns: { label: "DNS", formLabel: "DNS record" },
    tls: { label: "TLS", formLabel: "TLS certificate" },
    ssh: { label: "SSH", formLabel: "SSH server" },
    ntp: { label: "NTP", formLabel: "Time server (NTP)" },
    domain: { label: "Domain", formLabel: "Domain registration" },
  },
  Databases: {
    redis: { label: "Redis", formLabel: "Redis or Valkey" },
    postgres: { label: "PostgreSQL", formLabel: "PostgreSQL" },
    mysql: { label: "MySQL", formLabel: "MySQL or MariaDB" },
  },
  Mail: {
    smtp: { label: "SMTP", formLabel: "SMTP server" },
    imap: { label: "IMAP", formLabel: "IMAP server" },
    pop3: { label: "POP3", formLabel: "POP3 server" },
  },
  Messaging: {
    mqtt: { label: "MQTT", formLabel: "MQTT broker" },
    rabbitmq: { label: "RabbitMQ", formLabel: "RabbitMQ health" },
  },
  Infrastructure: {
    ldap: { label: "LDAP", formLabel: "LDAP directory" },
    docker: { label: "Container", formLabel: "Docker or Podman container" },
    snmp: { label: "SNMP", formLabel: "SNMP value" },
  },
  Status: {
    supplier_status: { label: "Supplier", formLabel: "Status page of a supplier" },
    composite: { label: "Composite", formLabel: "Composite of other targets" },
    manual: { label: "Manual", formLabel: "Manual status" },
  },
} satisfies Record<string, Partial<Record<MonitorType, CheckLabels>>>;

export const CHECK_GROUPS: readonly { label: string; types: readonly MonitorType[] }[] = Object.entries(
  GROUPS,
).map(([label, types]) => ({ label, types: Object.keys(types) as MonitorType[] }));

export const MONITOR_TYPES: readonly MonitorType[] = CHECK_GROUPS.flatMap(({ types }) => types);

const LABELS: ReadonlyMap<string, CheckLabels> = new Map(
  Object.values(GROUPS).flatMap((types) => Object.entries<CheckLabels>(types)),
);

export function checkLabels(type: MonitorType): CheckLabels {
  return LABELS.get(type) ?? { label: type, formLabel: type };
}
