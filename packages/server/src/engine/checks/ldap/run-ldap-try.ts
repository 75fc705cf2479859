import type { CheckSpecOf } from "@vedette/contract/checks/check-run.ts";
import type { CheckContext, CheckTry } from "../check-try.ts";
import { loginFailure, protocolFailure, quotable, serviceFailure } from "../dialogue/check-failure.ts";
import type { Dialogue } from "../dialogue/dialogue.ts";
import { runDialogue } from "../dialogue/run-dialogue.ts";
import type { ProbeFacts } from "../probe-model.ts";
import {
  bindRequest,
  LDAP_TAGS,
  type LdapMessage,
  type LdapResult,
  messageBytes,
  readLdapMessage,
  readResult,
  searchRequest,
  startTlsRequest,
  unbindRequest,
} from "./ldap-messages.ts";

type Spec = CheckSpecOf<"ldap">;

/** Further entries are neither read nor counted. */
const ENTRIES_MAX = 10_000;
const MESSAGE_BYTES_MAX = 1_048_576;
/** Messages are numbered in order. */
const IDS = { startTls: 1, bind: 2, search: 3, unbind: 4 } as const;

const SUCCESS = 0;
const SIZE_LIMIT_EXCEEDED = 4;
/** Stronger login required, confidentiality required, inappropriate authentication, invalid credentials, unwilling. */
const LOGIN_CODES: ReadonlySet<number> = new Set([7, 8, 13, 48, 49, 53]);

/** Binds to an LDAP directory, and counts the entries of a search if the check has one. */
export function runLdapTry(spec: Spec, ctx: CheckContext): Promise<CheckTry> {
  const { tls, user = "", password = "", search } = spec;
  const direct = tls?.mode === "implicit" ? { alpn: null, verify: tls.verify } : undefined;
  const farewell = unbindRequest(IDS.unbind);
  return runDialogue({ spec, ctx, farewell, ...(direct && { tls: direct }) }, async (dialogue) => {
    if (tls?.mode === "starttls") await startTls(dialogue, { host: spec.host, verify: tls.verify });
    dialogue.write(bindRequest(IDS.bind, user, password));
    const { code, reason } = resultIn(await readMessage(dialogue, IDS.bind), LDAP_TAGS.bindResponse);
    if (code !== SUCCESS) throw LOGIN_CODES.has(code) ? loginFailure(reason) : serviceFailure(reason);
    if (search === undefined) return {};
    dialogue.probe.advance("body", "the search did not end");
    const secondsMax = Math.ceil(spec.timeoutMs / 1_000);
    dialogue.write(searchRequest(IDS.search, { ...search, entriesMax: ENTRIES_MAX, secondsMax }));
    return countEntries(dialogue);
  });
}

async function startTls(dialogue: Dialogue, target: Parameters<Dialogue["secure"]>[0]): Promise<void> {
  dialogue.probe.enter("tls", "the server did not start TLS");
  dialogue.write(startTlsRequest(IDS.startTls));
  const { code, reason } = resultIn(await readMessage(dialogue, IDS.startTls), LDAP_TAGS.extendedResponse);
  if (code !== SUCCESS)
    throw protocolFailure(`the server does not start TLS: it answered "${quotable(reason)}"`);
  await dialogue.secure(target);
  dialogue.probe.enter("headers", "no answer came");
}

async function countEntries(dialogue: Dialogue): Promise<ProbeFacts> {
  let entries = 0;
  for (;;) {
    const message = await readMessage(dialogue, IDS.search);
    if (message.tag === LDAP_TAGS.searchEntry) entries += 1;
    else if (message.tag !== LDAP_TAGS.searchReference) {
      const { code, reason } = resultIn(message, LDAP_TAGS.searchDone);
      if (code !== SUCCESS && code !== SIZE_LIMIT_EXCEEDED) throw serviceFailure(reason);
      return { values: { entries } };
    }
  }
}

/** Reads the next message, which must answer this request. */
async function readMessage(dialogue: Dialogue, id: number): Promise<LdapMessage> {
  let start = await dialogue.read(2);
  let length = messageBytes(start);
  while (length === null) {
    start = Buffer.concat([start, await dialogue.read(1)]);
    length = messageBytes(start);
  }
  if (length === undefined || length > MESSAGE_BYTES_MAX || length < start.length) throw notLdap();
  const message = readLdapMessage(Buffer.concat([start, await dialogue.read(length - start.length)]));
  if (message === null) throw notLdap();
  // A notice that the server disconnects. Source: RFC 4511, section 4.4.1.
  if (message.id === 0) throw serviceFailure(resultIn(message, LDAP_TAGS.extendedResponse).reason);
  if (message.id !== id) throw notLdap();
  return message;
}

function resultIn(message: LdapMessage, tag: number): LdapResult {
  const result = message.tag === tag ? readResult(message) : null;
  if (result === null) throw notLdap();
  return result;
}

function notLdap() {
  return protocolFailure("the server does not speak LDAP");
}
