import type { FormTab } from "../../components/forms/form-tabs.tsx";
import type { MonitorType } from "./check-labels.ts";
import type { CheckFieldsProps } from "./check-view.ts";
import { dnsFields } from "./dns.tsx";
import { fieldTabs } from "./field-tabs.tsx";
import { grpcFields } from "./grpc.tsx";
import { pingFields } from "./ping.tsx";
import { dockerFields } from "./services/docker.ts";
import { imapFields } from "./services/imap.ts";
import { ldapFields } from "./services/ldap.ts";
import { mqttFields } from "./services/mqtt.ts";
import { mysqlFields } from "./services/mysql.ts";
import { ntpFields } from "./services/ntp.ts";
import { pop3Fields } from "./services/pop3.ts";
import { postgresFields } from "./services/postgres.ts";
import { rabbitmqFields } from "./services/rabbitmq.ts";
import { redisFields } from "./services/redis.ts";
import { smtpFields } from "./services/smtp.ts";
import { snmpFields } from "./services/snmp.ts";
import { sshFields } from "./services/ssh.ts";
import { supplierStatusFields } from "./services/supplier-status.ts";
import { tcpFields } from "./tcp.tsx";
import { tlsFields } from "./tls.tsx";
import { udpFields } from "./udp.tsx";
import { urlTabs } from "./url/url-tabs.tsx";
import { websocketFields } from "./websocket.tsx";

type CheckTabs = (props: CheckFieldsProps<object>) => FormTab[];

const NO_TABS = (): FormTab[] => [];

/** The advanced fields of each check kind. Not part of the views, because the form loads them when they are opened. */
const CHECK_TABS = {
  url: urlTabs,
  tcp: fieldTabs(tcpFields),
  tls: fieldTabs(tlsFields),
  dns: fieldTabs(dnsFields),
  udp: fieldTabs(udpFields),
  ping: fieldTabs(pingFields),
  grpc: fieldTabs(grpcFields),
  websocket: fieldTabs(websocketFields),
  redis: fieldTabs(redisFields),
  smtp: fieldTabs(smtpFields),
  imap: fieldTabs(imapFields),
  pop3: fieldTabs(pop3Fields),
  postgres: fieldTabs(postgresFields),
  mysql: fieldTabs(mysqlFields),
  mqtt: fieldTabs(mqttFields),
  ssh: fieldTabs(sshFields),
  ldap: fieldTabs(ldapFields),
  ntp: fieldTabs(ntpFields),
  rabbitmq: fieldTabs(rabbitmqFields),
  docker: fieldTabs(dockerFields),
  snmp: fieldTabs(snmpFields),
  supplier_status: fieldTabs(supplierStatusFields),
  domain: NO_TABS,
  composite: NO_TABS,
  manual: NO_TABS,
} satisfies Record<MonitorType, unknown>;

/** Returns the tabs of a kind. Its draft is only passed between its own functions. */
export function checkTabs(type: MonitorType): CheckTabs {
  return CHECK_TABS[type] as unknown as CheckTabs;
}
