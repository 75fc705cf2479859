import { randomInt } from "node:crypto";
import type { Assertion } from "@vedette/contract/assertions/assertions.ts";
import type { CheckError } from "@vedette/contract/checks/check-errors.ts";
import type { CheckSpecOf } from "@vedette/contract/checks/check-run.ts";
import { RunnerError } from "../../../platform/net/net-failure.ts";
import { resolverEgress, systemResolver } from "../../../platform/net/probes/system-resolver.ts";
import type { CheckContext, CheckTry } from "../check-try.ts";
import { type Probe, runProbe } from "../probe.ts";
import { askServer, type DnsServer } from "./ask-server.ts";
import { changeError, comparableRecords } from "./compare-records.ts";
import type { DnsAnswer, DnsQuestion } from "./dns-message.ts";

/** Asks each server in turn for the record; all must give the same answer. */
export function runDnsTry(spec: CheckSpecOf<"dns">, ctx: CheckContext): Promise<CheckTry> {
  return runProbe(spec, ctx, (probe) => {
    const servers = serversOf(spec, ctx);
    if (servers.length === 0) probe.failNet(new RunnerError("this machine has no DNS resolver"));
    else askInTurn(spec, probe, { servers, answers: [] });
  });
}

function serversOf({ servers, port }: CheckSpecOf<"dns">, { egress }: CheckContext): DnsServer[] {
  if (servers !== null) return servers.map((host) => ({ host, port, egress }));
  const system = systemResolver();
  return system === null ? [] : [{ ...system, egress: resolverEgress(egress) }];
}

type Turn = { servers: readonly DnsServer[]; answers: readonly DnsAnswer[] };

function askInTurn(spec: CheckSpecOf<"dns">, probe: Probe, { servers, answers }: Turn): void {
  const server = servers[answers.length];
  if (server === undefined) {
    judge(spec, probe, { servers, answers });
    return;
  }
  const question: DnsQuestion = {
    name: spec.host,
    record: spec.record,
    isRecursive: !spec.noRecursion,
    // The bit that says whether an answer was validated is only set if it is asked for.
    wantsDnssec: true,
  };
  const ask = (asked: DnsQuestion, onAnswer: (answer: DnsAnswer) => void) =>
    askServer({ probe, spec, server, question: asked, id: randomInt(1, 65_536), onAnswer });
  ask(question, (answer) => {
    if (!spec.requiresDnssec || answer.rcode !== "SERVFAIL") {
      askInTurn(spec, probe, { servers, answers: [...answers, answer] });
      return;
    }
    // A validating resolver answers SERVFAIL for a bogus name, and answers without validation.
    ask({ ...question, isUnchecked: true }, (unchecked) => {
      if (unchecked.rcode === "SERVFAIL") askInTurn(spec, probe, { servers, answers: [...answers, answer] });
      else
        probe.fail(
          failed(`the DNSSEC signatures of ${spec.host} are not valid: the server refuses its answer`),
          factsOf(answer),
        );
    });
  });
}

function judge(spec: CheckSpecOf<"dns">, probe: Probe, { servers, answers }: Turn): void {
  const [first] = answers;
  if (first === undefined) return;
  const differing = answers.findIndex((answer) => summary(answer) !== summary(first));
  const error =
    differing > 0
      ? failed(
          `the servers differ: ${servers[0]?.host} has ${summary(first)}, ${servers[differing]?.host} has ${summary(answers[differing] ?? first)}`,
        )
      : answerError(spec, first);
  if (error !== null) {
    probe.fail(error, factsOf(first));
    return;
  }
  const records = spec.baseline && comparableRecords(first.values, spec);
  const changed = records && changeError(spec, records);
  const facts = { ...factsOf(first), ...(records && { records }) };
  if (changed) probe.fail(changed, facts);
  else probe.pass(facts);
}

const SUMMARY_LENGTH_MAX = 200;

function summary({ rcode, values }: DnsAnswer): string {
  return (values.length === 0 ? rcode : values.join(", ")).slice(0, SUMMARY_LENGTH_MAX).toWellFormed();
}

/** What is expected unless an assertion expects something else. */
function answerError(
  { host, record, assertions, requiresDnssec }: CheckSpecOf<"dns">,
  answer: DnsAnswer,
): CheckError | null {
  const judges = (...types: readonly Assertion["type"][]) =>
    assertions.some(({ type }) => types.includes(type));
  if (requiresDnssec && !answer.isAuthenticated)
    return failed(
      `the answer for ${host} is not authenticated: the zone is not signed, or the server does not validate`,
    );
  if (answer.rcode !== "NOERROR")
    return judges("rcode") ? null : failed(`expected the answer NOERROR for ${host}, got ${answer.rcode}`);
  if (answer.values.length > 0 || judges("rcode", "answer", "answer_count")) return null;
  return failed(`${host} has no ${record} record`);
}

function failed(message: string): CheckError {
  return { code: "ASSERTION_FAILED", message, phase: "assertion" };
}

function factsOf({ rcode, values, ttl, isAuthenticated }: DnsAnswer) {
  return {
    text: values.join("\n"),
    values: { rcode, answer: values, answer_count: values.length, ttl, authenticated: isAuthenticated },
  };
}
