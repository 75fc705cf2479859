import { randomBytes } from "node:crypto";
import type { CheckSpecOf } from "@vedette/contract/checks/check-run.ts";
import { payloadBytes } from "@vedette/contract/checks/fields/payload.ts";
import type { CheckContext, CheckTry } from "../check-try.ts";
import { CheckFailure, loginFailure, protocolFailure, serviceFailure } from "../dialogue/check-failure.ts";
import type { Dialogue } from "../dialogue/dialogue.ts";
import { runDialogue } from "../dialogue/run-dialogue.ts";
import { ANSWER_BYTES_MAX, expectationError } from "../expectation.ts";
import type { ProbeFacts } from "../probe-model.ts";
import {
  connectPacket,
  DISCONNECT,
  MQTT_TYPES,
  type MqttPacket,
  messageText,
  publishPacket,
  readPacket,
  subscribePacket,
} from "./mqtt-packets.ts";

type Spec = CheckSpecOf<"mqtt">;

/** Why a broker refuses a session. Source: MQTT 3.1.1, table 3.1. */
const REFUSALS: Readonly<Record<number, string>> = {
  1: "it does not support MQTT 3.1.1",
  2: "it rejects the client identifier",
  3: "it is unavailable",
  4: "bad user name or password",
  5: "not authorized",
};
const LOGIN_REFUSALS: ReadonlySet<number> = new Set([4, 5]);
const SUBSCRIPTION_ID = 1;
const SUBSCRIPTION_REFUSED = 0x80;

/** Starts a session with an MQTT broker, and waits for a message if the check has a topic. */
export function runMqttTry(spec: Spec, ctx: CheckContext): Promise<CheckTry> {
  const tls = spec.tls && { alpn: null, ...spec.tls };
  return runDialogue({ spec, ctx, farewell: DISCONNECT, ...(tls && { tls }) }, async (dialogue) => {
    await startSession(spec, dialogue);
    const { topic } = spec;
    if (topic === undefined) return {};
    dialogue.probe.advance("body", "the expected message did not come");
    return readMessage({ ...spec, topic }, dialogue, ctx);
  });
}

async function startSession({ user, password }: Spec, dialogue: Dialogue): Promise<void> {
  // Two sessions with one identifier would end each other.
  const clientId = `vedette${randomBytes(8).toString("hex")}`;
  dialogue.write(connectPacket({ clientId, user, password }));
  const { content } = await readPacket(dialogue, MQTT_TYPES.connack);
  if (content.length !== 2) throw protocolFailure("the server does not speak MQTT");
  const code = content[1] ?? 0;
  if (code === 0) return;
  const reason = REFUSALS[code] ?? `code ${code}`;
  throw LOGIN_REFUSALS.has(code) ? loginFailure(reason) : serviceFailure(reason);
}

/** Subscribes, sends the message of the check, and reads messages until one is the expected one. */
async function readMessage(
  spec: Spec & { topic: string },
  dialogue: Dialogue,
  ctx: CheckContext,
): Promise<ProbeFacts> {
  const { topic, send } = spec;
  dialogue.write(subscribePacket(SUBSCRIPTION_ID, topic));
  // A message that the broker keeps may come before the acknowledgment.
  let isSubscribed = false;
  for (;;) {
    const packet = await readPacket(dialogue, MQTT_TYPES.suback, MQTT_TYPES.publish);
    if (packet.type === MQTT_TYPES.suback) {
      if ((packet.content[2] ?? SUBSCRIPTION_REFUSED) === SUBSCRIPTION_REFUSED)
        throw serviceFailure("it refuses the subscription to the topic");
      if (!isSubscribed && send !== undefined) dialogue.write(publishPacket(topic, payloadBytes(send)));
      isSubscribed = true;
    } else {
      const text = textOf(packet);
      const error = expectationError(spec, text, ctx);
      if (error === null) return { text, bytes: packet.content.length };
      if (error.code !== "ASSERTION_FAILED") throw new CheckFailure(error.code, error.message);
    }
  }
}

function textOf(packet: MqttPacket): string {
  const text = messageText(packet);
  if (text === null) throw protocolFailure("the server sent a malformed message");
  return text.slice(0, ANSWER_BYTES_MAX);
}
