import { isNotJudged } from "@vedette/contract/checks/check-errors.ts";
import type { CheckOutcome, CheckSpec, CheckStatus } from "@vedette/contract/checks/check-run.ts";
import type { CheckContext, CheckTry, RunTry } from "./check-try.ts";
import { runDnsTry } from "./dns/run-dns-try.ts";
import { runDockerTry } from "./docker/run-docker-try.ts";
import { runGrpcTry } from "./grpc/run-grpc-try.ts";
import { runImapTry } from "./imap/run-imap-try.ts";
import { inverted } from "./invert.ts";
import { runLdapTry } from "./ldap/run-ldap-try.ts";
import { runMqttTry } from "./mqtt/run-mqtt-try.ts";
import { runMysqlTry } from "./mysql/run-mysql-try.ts";
import { runNtpTry } from "./ntp/run-ntp-try.ts";
import { runPingTry } from "./ping/run-ping-try.ts";
import { runPop3Try } from "./pop3/run-pop3-try.ts";
import { runPostgresTry } from "./postgres/run-postgres-try.ts";
import { runRabbitmqTry } from "./rabbitmq/run-rabbitmq-try.ts";
import { runRedisTry } from "./redis/run-redis-try.ts";
import { withRetries } from "./retry.ts";
import { runSmtpTry } from "./smtp/run-smtp-try.ts";
import { runSnmpTry } from "./snmp/run-snmp-try.ts";
import { runSshTry } from "./ssh/run-ssh-try.ts";
import { runTcpTry } from "./tcp/run-tcp-try.ts";
import { runTlsTry } from "./tls/run-tls-try.ts";
import { runUdpTry } from "./udp/run-udp-try.ts";
import { runUrlTry } from "./url/run-url-try.ts";
import { runWebsocketTry } from "./websocket/run-websocket-try.ts";

/**
 * The engine of checks: takes a spec and returns an outcome. It must never know a database, a schedule or the
 * owner of the check.
 */
export const CHECK_ENGINES: { [Kind in CheckSpec["kind"]]: RunTry<Extract<CheckSpec, { kind: Kind }>> } = {
  url: runUrlTry,
  tcp: runTcpTry,
  tls: runTlsTry,
  dns: runDnsTry,
  udp: runUdpTry,
  ping: runPingTry,
  grpc: runGrpcTry,
  websocket: runWebsocketTry,
  redis: runRedisTry,
  smtp: runSmtpTry,
  imap: runImapTry,
  pop3: runPop3Try,
  postgres: runPostgresTry,
  mysql: runMysqlTry,
  mqtt: runMqttTry,
  ssh: runSshTry,
  ldap: runLdapTry,
  ntp: runNtpTry,
  rabbitmq: runRabbitmqTry,
  docker: runDockerTry,
  snmp: runSnmpTry,
};

/**
 * Runs a check, including its retries. The target's behavior is an outcome. A rejection is either a
 * RunnerError or the signal's reason if it aborted a try or the wait before the next one; then the
 * check does not count.
 */
export async function runCheck(spec: CheckSpec, ctx: CheckContext): Promise<CheckOutcome> {
  const checkedAtMs = ctx.clock.now();
  const runTry = CHECK_ENGINES[spec.kind] as RunTry<CheckSpec>;
  const run = () => runTry(spec, ctx);
  const runInverted = async () => inverted(await run());
  const { last, attempts } = await withRetries(spec, spec.invert ? runInverted : run, ctx.signal);
  return { ...last, status: statusOf(last, spec.degradedAfterMs), checkedAtMs, attempts };
}

function statusOf({ error, responseUs }: CheckTry, degradedAfterMs: number | null): CheckStatus {
  if (error !== null) return isNotJudged(error.code) ? "error" : "down";
  const isSlow = degradedAfterMs !== null && responseUs !== null && responseUs > degradedAfterMs * 1_000;
  return isSlow ? "degraded" : "up";
}
