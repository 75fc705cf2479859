/** Packets of NTP. Pure. Source: RFC 5905, section 7.3. */

const NTP_PACKET_BYTES = 48;
const VERSION = 4;
const CLIENT = 3;
const SERVER = 4;
const TRANSMIT_AT = 40;
const RECEIVE_AT = 32;
const ORIGIN_AT = 24;
const REFERENCE_ID_AT = 12;
/** From 1900 to 1970, in seconds. */
const ERA_OFFSET_S = 2_208_988_800;
/** Of the 32-bit seconds of a timestamp. */
const ERA_S = 2 ** 32;

/** A request. The server returns `nonce` (8 bytes); a client need not disclose its time. Source: RFC 9109 and its draft on data minimization. */
export function ntpRequest(nonce: Buffer): Buffer {
  const packet = Buffer.alloc(NTP_PACKET_BYTES);
  packet[0] = (VERSION << 3) | CLIENT;
  nonce.copy(packet, TRANSMIT_AT);
  return packet;
}

export type NtpAnswer = {
  /** Whether the server says that its clock is not synchronized. */
  isUnsynchronized: boolean;
  stratum: number;
  /** Of stratum 0 a code such as RATE, of stratum 1 the source of the time. */
  reference: string;
  receivedMs: number;
  sentMs: number;
};

/** Returns the answer to a request; null if the packet is not one. `nowMs` selects the era of the timestamps. */
export function readNtpAnswer(packet: Buffer, nonce: Buffer, nowMs: number): NtpAnswer | null {
  const first = packet[0] ?? 0;
  const isAnswer = packet.length >= NTP_PACKET_BYTES && (first & 0x07) === SERVER;
  if (!isAnswer || !packet.subarray(ORIGIN_AT, ORIGIN_AT + 8).equals(nonce)) return null;
  const stratum = packet[1] ?? 0;
  return {
    isUnsynchronized: first >> 6 === 3 || stratum > 15,
    stratum,
    reference: packet
      .toString("latin1", REFERENCE_ID_AT, REFERENCE_ID_AT + 4)
      .replaceAll(/[^\x21-\x7e]/g, ""),
    receivedMs: timestampMs(packet, RECEIVE_AT, nowMs),
    sentMs: timestampMs(packet, TRANSMIT_AT, nowMs),
  };
}

/** How far the clock of the server is ahead. Source: RFC 5905, section 8. */
export function clockOffsetMs(
  { receivedMs, sentMs }: NtpAnswer,
  { requestMs, answerMs }: { requestMs: number; answerMs: number },
): number {
  return (receivedMs - requestMs + (sentMs - answerMs)) / 2;
}

/** Seconds are 32 bits and start again in 2036: the era is the one nearest to now. */
function timestampMs(packet: Buffer, at: number, nowMs: number): number {
  const seconds = packet.readUInt32BE(at) - ERA_OFFSET_S;
  const era = Math.round((nowMs / 1_000 - seconds) / ERA_S);
  return (seconds + era * ERA_S) * 1_000 + (packet.readUInt32BE(at + 4) / ERA_S) * 1_000;
}
