import { z } from "zod";
import { ASSERTIONS_MAX, assertionInput, assertionSchema } from "../assertions/assertions.ts";
import {
  type CheckField,
  type CheckFields,
  type CheckKind,
  type ConfigOf,
  optionalField,
  switchField,
} from "./check-kind.ts";
import type { CheckType } from "./check-types.ts";
import { compositeCheck } from "./computed/composite.ts";
import { domainCheck } from "./computed/domain.ts";
import { manualCheck } from "./computed/manual.ts";
import { dnsCheck } from "./dns.ts";
import { retryField } from "./fields/retry-field.ts";
import { grpcCheck } from "./grpc.ts";
import { pingCheck } from "./ping.ts";
import { dockerCheck } from "./services/docker.ts";
import { imapCheck } from "./services/imap.ts";
import { ldapCheck } from "./services/ldap.ts";
import { mqttCheck } from "./services/mqtt.ts";
import { mysqlCheck } from "./services/mysql.ts";
import { ntpCheck } from "./services/ntp.ts";
import { pop3Check } from "./services/pop3.ts";
import { postgresCheck } from "./services/postgres.ts";
import { rabbitmqCheck } from "./services/rabbitmq.ts";
import { redisCheck } from "./services/redis.ts";
import { smtpCheck } from "./services/smtp.ts";
import { snmpCheck } from "./services/snmp.ts";
import { sshCheck } from "./services/ssh.ts";
import { supplierStatusCheck } from "./services/supplier-status.ts";
import { tcpCheck } from "./tcp.ts";
import { tlsCheck } from "./tls.ts";
import { udpCheck } from "./udp.ts";
import { urlCheck } from "./url.ts";
import { websocketCheck } from "./websocket.ts";

/** All check kinds, by the `type` of a monitor. */
export const CHECK_KINDS = {
  url: urlCheck,
  tcp: tcpCheck,
  tls: tlsCheck,
  dns: dnsCheck,
  udp: udpCheck,
  ping: pingCheck,
  grpc: grpcCheck,
  websocket: websocketCheck,
  redis: redisCheck,
  smtp: smtpCheck,
  imap: imapCheck,
  pop3: pop3Check,
  postgres: postgresCheck,
  mysql: mysqlCheck,
  mqtt: mqttCheck,
  ssh: sshCheck,
  ldap: ldapCheck,
  ntp: ntpCheck,
  rabbitmq: rabbitmqCheck,
  docker: dockerCheck,
  snmp: snmpCheck,
  supplier_status: supplierStatusCheck,
  domain: domainCheck,
  composite: compositeCheck,
  manual: manualCheck,
} satisfies Record<CheckType, unknown>;

const assertions = z.array(assertionInput).max(ASSERTIONS_MAX).meta({
  description: "All assertions must pass. Without assertions, a URL is up if its status is 200 to 399",
});

/** The fields that every check has. */
const commonFields = {
  assertions: {
    create: assertions.nullish(),
    update: assertions.nullish(),
    response: z.array(assertionSchema),
    stored: z.array(assertionSchema).default([]),
    absent: {},
  },
  degraded_after_ms: optionalField(
    z.number().int().min(1).max(300_000).meta({ description: "A check slower than this is `degraded`" }),
    z.number(),
  ),
  invert: switchField(
    z.boolean().meta({ description: "Swaps the verdict: a check that fails is up, one that passes is down" }),
    false,
  ),
  retry: retryField,
  confirm_interval: optionalField(
    z.number().min(1).max(86_400).meta({
      description: "Seconds between checks while a location is down; shorter than `interval`",
    }),
    z.number(),
  ),
} satisfies CheckFields;

type FieldsOfKind<Type extends CheckType> = (typeof CHECK_KINDS)[Type]["fields"];
type Intersection<Union> = (Union extends unknown ? (each: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never;
type AllFields = Intersection<FieldsOfKind<CheckType>> & typeof commonFields;

/** The fields of all kinds, as the flat API shows them. Kinds that share a name share its schema. */
export const CHECK_FIELDS = Object.assign(
  {},
  ...Object.values(CHECK_KINDS).map(({ fields }) => fields),
  commonFields,
) as AllFields;

/** Returns the schemas of all check fields at one place, to be spread into the schema of a monitor. */
export function checkShape<Place extends "create" | "update" | "response">(
  place: Place,
): { [Name in keyof AllFields]: AllFields[Name][Place] } {
  const entries = Object.entries<CheckField>(CHECK_FIELDS).map(([name, field]) => [name, field[place]]);
  return Object.fromEntries(entries);
}

/** The stored configuration of a monitor of each type. */
export type CheckConfigs = {
  [Type in CheckType]: ConfigOf<FieldsOfKind<Type>> & ConfigOf<typeof commonFields>;
};
export type CheckConfig = CheckConfigs[CheckType];

/** A kind whose fields are not known to the compiler. */
export type AnyCheckKind = CheckKind<CheckFields, object>;

const WITH_COMMON_FIELDS = Object.fromEntries(
  Object.entries(CHECK_KINDS).map(([type, kind]) => [
    type,
    { ...kind, fields: { ...kind.fields, ...commonFields } },
  ]),
) as unknown as Record<CheckType, AnyCheckKind>;

/** Returns the kind of a type, with the common fields among its fields. */
export function checkKind(type: CheckType): AnyCheckKind {
  return WITH_COMMON_FIELDS[type];
}
