import { protocolFailure } from "../dialogue/check-failure.ts";
import type { Dialogue } from "../dialogue/dialogue.ts";

/** Control packets of MQTT 3.1.1. Source: https://docs.oasis-open.org/mqtt/mqtt/v3.1.1/mqtt-v3.1.1.html */

export const MQTT_TYPES = { connack: 2, publish: 3, suback: 9 } as const;

/** A longer packet is not read; a broker accepts up to 256 MiB. */
const PACKET_BYTES_MAX = 1_048_576;
const KEEP_ALIVE_S = 300;

type Session = { clientId: string; user: string | undefined; password: string | undefined };

/** Starts a session that the broker forgets at its end. */
export function connectPacket({ clientId, user, password }: Session): Buffer {
  const CLEAN_SESSION = 0x02;
  const flags = CLEAN_SESSION | (user === undefined ? 0 : 0x80) | (password === undefined ? 0 : 0x40);
  const texts = [clientId, user, password].flatMap((text) => (text === undefined ? [] : [string(text)]));
  return packet(
    0x10,
    Buffer.concat([
      string("MQTT"),
      Buffer.from([4, flags, KEEP_ALIVE_S >> 8, KEEP_ALIVE_S & 0xff]),
      ...texts,
    ]),
  );
}

/** Subscribes to a topic, with at most one delivery of each message. */
export function subscribePacket(id: number, topic: string): Buffer {
  return packet(0x82, Buffer.concat([Buffer.from([id >> 8, id & 0xff]), string(topic), Buffer.from([0])]));
}

/** Sends a message without acknowledgment, which the broker does not keep. */
export function publishPacket(topic: string, payload: Uint8Array): Buffer {
  return packet(0x30, Buffer.concat([string(topic), payload]));
}

export const DISCONNECT = Buffer.from([0xe0, 0]);

export type MqttPacket = { type: number; flags: number; content: Buffer };

/** Reads a packet of one of these types; any other one breaks the protocol. */
export async function readPacket(dialogue: Dialogue, ...types: readonly number[]): Promise<MqttPacket> {
  const first = (await dialogue.read(1))[0] ?? 0;
  if (!types.includes(first >> 4)) throw protocolFailure("the server does not speak MQTT");
  let length = 0;
  for (let index = 0; ; index += 1) {
    const byte = (await dialogue.read(1))[0] ?? 0;
    length += (byte & 0x7f) * 128 ** index;
    if (byte < 0x80) break;
    if (index === 3) throw protocolFailure("the server does not speak MQTT");
  }
  if (length > PACKET_BYTES_MAX) throw protocolFailure("the server sent a message of over 1 MiB");
  return { type: first >> 4, flags: first & 0x0f, content: await dialogue.read(length) };
}

/** Returns the text of a message; null if the packet is malformed. */
export function messageText({ flags, content }: MqttPacket): string | null {
  if (content.length < 2) return null;
  const hasId = (flags & 0x06) !== 0;
  const start = 2 + content.readUInt16BE(0) + (hasId ? 2 : 0);
  return start > content.length ? null : content.toString("utf8", start);
}

function packet(type: number, content: Buffer): Buffer {
  const length: number[] = [];
  let left = content.length;
  do {
    length.push((left & 0x7f) | (left > 0x7f ? 0x80 : 0));
    left >>= 7;
  } while (left > 0);
  return Buffer.concat([Buffer.from([type, ...length]), content]);
}

function string(text: string): Buffer {
  const bytes = Buffer.from(text);
  return Buffer.concat([Buffer.from([bytes.length >> 8, bytes.length & 0xff]), bytes]);
}
