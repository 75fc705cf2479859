import {
  BER,
  type BerValue,
  ber,
  berNumber,
  berOid,
  numberIn,
  oidIn,
  readAllBer,
  readBer,
} from "../dialogue/ber.ts";

/** Requests and answers of SNMP, within messages of any version. Pure. Source: RFC 3416. */

export const PDU_TAGS = { get: 0xa0, response: 0xa2, report: 0xa8 } as const;

/** A request for the value of one object. */
export function getRequest(id: number, oid: string): Buffer {
  const variable = ber(BER.sequence, berOid(oid), ber(BER.none));
  return ber(PDU_TAGS.get, berNumber(id), berNumber(0), berNumber(0), ber(BER.sequence, variable));
}

/** A request for no object, to which an agent of version 3 answers who it is. */
export function discoveryRequest(id: number): Buffer {
  return ber(PDU_TAGS.get, berNumber(id), berNumber(0), berNumber(0), ber(BER.sequence));
}

export type SnmpAnswer = {
  tag: number;
  id: number;
  /** 0 without an error. */
  errorStatus: number;
  /** The first object; null if there is none. */
  oid: string | null;
  value: SnmpValue;
};

/** Undefined if the agent has no value; `reason` says why. */
export type SnmpValue = { value: string | number | undefined; reason: string };

/** Returns an answer; null if it is malformed. */
export function readPdu(pdu: BerValue): SnmpAnswer | null {
  const [id, status, , variables] = readAllBer(pdu.content) ?? [];
  if (id === undefined || status === undefined || variables === undefined) return null;
  const [number, errorStatus] = [numberIn(id), numberIn(status)];
  if (number === null || errorStatus === null) return null;
  const variable = readBer(variables.content);
  const [name, value] = (variable && readAllBer(variable.content)) ?? [];
  return {
    ...{ tag: pdu.tag, id: number, errorStatus },
    oid: name?.tag === BER.oid ? oidIn(name) : null,
    value: value === undefined ? NOTHING : valueIn(value),
  };
}

const NOTHING: SnmpValue = { value: undefined, reason: "it answered without a value" };

/** Tags of values. Source: RFC 2578, section 2, and RFC 3416, section 3. */
const IP_ADDRESS = 0x40;
const UNSIGNED: ReadonlySet<number> = new Set([0x41, 0x42, 0x43, 0x46]);
const ABSENT: Readonly<Record<number, string>> = {
  5: "null",
  128: "noSuchObject",
  129: "noSuchInstance",
  130: "endOfMibView",
};
const UNSIGNED_BYTES_MAX = 9;

function valueIn(value: BerValue): SnmpValue {
  const { tag, content } = value;
  const absent = ABSENT[tag];
  if (absent !== undefined) return { value: undefined, reason: absent };
  return { value: presentValue(value) ?? `0x${content.toString("hex")}`, reason: "" };
}

function presentValue(value: BerValue): string | number | null {
  const { tag, content } = value;
  if (tag === BER.integer) return numberIn(value);
  if (tag === BER.oid) return oidIn(value);
  if (tag === IP_ADDRESS && content.length === 4) return content.join(".");
  if (UNSIGNED.has(tag) && content.length > 0 && content.length <= UNSIGNED_BYTES_MAX) {
    const number = BigInt(`0x${content.toString("hex")}`);
    return number <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(number) : number.toString();
  }
  return tag === BER.octets ? textIn(content) : null;
}

/** Bytes that are not text, such as a hardware address, are shown in hexadecimal. */
function textIn(content: Buffer): string | null {
  const text = content.toString();
  return /[\p{Cc}\ufffd]/u.test(text.replaceAll(/[\t\r\n]/g, "")) ? null : text;
}

/** Source: RFC 3416, section 3. */
export const ERROR_STATUSES: Readonly<Record<number, string>> = {
  1: "tooBig",
  2: "noSuchName",
  3: "badValue",
  5: "genErr",
  6: "noAccess",
  13: "resourceUnavailable",
  16: "authorizationError",
};
