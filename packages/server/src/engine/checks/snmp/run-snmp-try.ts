import { randomInt } from "node:crypto";
import type { CheckSpecOf } from "@vedette/contract/checks/check-run.ts";
import type { CheckContext, CheckTry } from "../check-try.ts";
import { BER, ber, berNumber, berText, numberIn, readAllBer, readBer } from "../dialogue/ber.ts";
import { loginFailure, protocolFailure, serviceFailure } from "../dialogue/check-failure.ts";
import { runUdpDialogue, type UdpDialogue } from "../dialogue/udp-dialogue.ts";
import type { ProbeFacts } from "../probe-model.ts";
import type { SnmpEngine } from "./snmp-keys.ts";
import {
  discoveryRequest,
  ERROR_STATUSES,
  getRequest,
  PDU_TAGS,
  readPdu,
  type SnmpAnswer,
} from "./snmp-pdu.ts";
import { discoveryMessage, type ReceivedV3, readV3, type SnmpUser, userMessage } from "./snmp-v3.ts";

type Spec = CheckSpecOf<"snmp">;
type UserSpec = Extract<Spec, { authProtocol: unknown }>;

const VERSION_2C = 1;
const ID_MAX = 2 ** 31 - 1;
/** Once, if the clock of the agent differs from what it said first. */
const REQUESTS_MAX = 2;
/** Reports of the security model. Source: RFC 3414, section 5. */
const NOT_IN_TIME_WINDOW = "1.3.6.1.6.3.15.1.1.2.0";
const REPORTS: Readonly<Record<string, string>> = {
  "1.3.6.1.6.3.15.1.1.1.0": "the agent does not support this level of security for the user",
  [NOT_IN_TIME_WINDOW]: "the clock of the agent changes",
  "1.3.6.1.6.3.15.1.1.3.0": "unknown user name",
  "1.3.6.1.6.3.15.1.1.4.0": "unknown engine",
  "1.3.6.1.6.3.15.1.1.5.0": "wrong password, or another auth_protocol",
  "1.3.6.1.6.3.15.1.1.6.0": "wrong privacy_password, or another privacy_protocol",
};

/** Asks an SNMP agent for one value. */
export function runSnmpTry(spec: Spec, ctx: CheckContext): Promise<CheckTry> {
  return runUdpDialogue({ spec, ctx }, async (dialogue) => {
    const answer = await ("authProtocol" in spec ? askAsUser(spec, dialogue) : askCommunity(spec, dialogue));
    return factsOf(spec, answer);
  });
}

/** An agent does not answer to another community. */
function askCommunity(
  { community, oid }: Exclude<Spec, UserSpec>,
  dialogue: UdpDialogue,
): Promise<SnmpAnswer> {
  dialogue.probe.enter("headers", "no answer came, as with a wrong community,");
  const id = newId();
  const request = ber(BER.sequence, berNumber(VERSION_2C), berText(community), getRequest(id, oid));
  return dialogue.ask(request, (datagram) => {
    const outer = readBer(datagram);
    const [version, , pdu] = (outer && readAllBer(outer.content)) ?? [];
    const isAnswer =
      version !== undefined && numberIn(version) === VERSION_2C && pdu?.tag === PDU_TAGS.response;
    const answer = isAnswer ? readPdu(pdu) : null;
    return answer?.id === id ? answer : null;
  });
}

async function askAsUser(spec: UserSpec, dialogue: UdpDialogue): Promise<SnmpAnswer> {
  const { user: name, authProtocol, privacyProtocol, password, privacy_password } = spec;
  const user: SnmpUser = {
    ...{ user: name, authProtocol, privacyProtocol },
    ...(password !== undefined && { password }),
    ...(privacy_password !== undefined && { privacyPassword: privacy_password }),
  };
  let { engine } = await ask(dialogue, user, (id) => discoveryMessage(id, discoveryRequest(newId())));
  if (engine.id.length === 0) throw protocolFailure("the agent does not say who it is");
  // Agents drop what they cannot decrypt.
  if (privacy_password !== undefined)
    dialogue.probe.enter(
      "headers",
      "no answer to the encrypted request came, as with a wrong privacy_password,",
    );
  for (let count = 0; count < REQUESTS_MAX; count += 1) {
    const requestId = newId();
    const pdu = getRequest(requestId, spec.oid);
    const received = await ask(dialogue, user, (id) => userMessage(id, user, { engine, pdu }));
    const answer = readPdu(received.pdu);
    if (answer === null) throw protocolFailure("the agent sent a malformed answer");
    if (answer.tag === PDU_TAGS.report) {
      engine = engineAfter(answer, received);
      continue;
    }
    // Without the code of the user any machine in between could have written it.
    if (password !== undefined && !received.isAuthentic)
      throw protocolFailure("the agent does not prove that it knows the password");
    if (answer.tag !== PDU_TAGS.response || answer.id !== requestId)
      throw protocolFailure("the agent answered another request");
    return answer;
  }
  throw serviceFailure(REPORTS[NOT_IN_TIME_WINDOW] ?? "");
}

function ask(dialogue: UdpDialogue, user: SnmpUser, messageOf: (id: number) => Buffer): Promise<ReceivedV3> {
  const id = newId();
  return dialogue.ask(messageOf(id), (datagram) => readV3(datagram, id, user));
}

/** Returns the clock of the agent if that is what the report is about. */
function engineAfter({ oid }: SnmpAnswer, { engine }: ReceivedV3): SnmpEngine {
  if (oid === NOT_IN_TIME_WINDOW) return engine;
  throw loginFailure(REPORTS[oid ?? ""] ?? `a report of ${oid}`);
}

function factsOf({ assertions, oid }: Spec, { errorStatus, value: found }: SnmpAnswer): ProbeFacts {
  if (errorStatus !== 0) throw serviceFailure(ERROR_STATUSES[errorStatus] ?? `error status ${errorStatus}`);
  const { value, reason } = found;
  if (value === undefined && !assertions.some(({ type }) => type === "value"))
    throw serviceFailure(`it has no value of ${oid} (${reason})`);
  const text = value === undefined ? "" : String(value);
  return { values: { value }, text, bytes: Buffer.byteLength(text) };
}

function newId(): number {
  return randomInt(1, ID_MAX);
}
