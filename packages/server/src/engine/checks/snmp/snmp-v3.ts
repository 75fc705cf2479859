import { randomBytes, timingSafeEqual } from "node:crypto";
import type { SnmpAuthProtocol, SnmpPrivacyProtocol } from "@vedette/contract/checks/services/snmp.ts";
import {
  BER,
  type BerValue,
  ber,
  berNumber,
  berText,
  numberIn,
  readAllBer,
  readBer,
} from "../dialogue/ber.ts";
import { AUTHENTICATIONS, decrypt, encrypt, localizedKey, messageMac, type SnmpEngine } from "./snmp-keys.ts";

/** Messages of SNMP 3 with the user-based security model. Source: RFC 3412 and RFC 3414. */

const VERSION = 3;
const USER_SECURITY_MODEL = 3;
/** The largest datagram over IPv4. */
const MESSAGE_BYTES_MAX = 65_507;
const AUTHENTICATED = 1;
const ENCRYPTED = 2;
/** The agent may answer with a report. */
const REPORTABLE = 4;
/** SnmpEngine IDs have 5 to 32 bytes. */
const ENGINE_ID_BYTES_MAX = 32;
const NO_ENGINE: SnmpEngine = { id: Buffer.alloc(0), boots: 0, time: 0 };

export type SnmpUser = {
  user: string;
  authProtocol: SnmpAuthProtocol;
  password?: string;
  privacyProtocol: SnmpPrivacyProtocol;
  privacyPassword?: string;
};

/** Asks an agent who it is. */
export function discoveryMessage(id: number, pdu: Buffer): Buffer {
  const scoped = scopedPdu(NO_ENGINE, pdu);
  return wholeMessage({ id, flags: REPORTABLE, security: securityOf(NO_ENGINE, "", {}), data: scoped });
}

/** A request of a user to an agent: authenticated and encrypted as far as the user has passwords. */
export function userMessage(
  id: number,
  user: SnmpUser,
  { engine, pdu }: { engine: SnmpEngine; pdu: Buffer },
): Buffer {
  const { authProtocol, password, privacyPassword } = user;
  const scoped = scopedPdu(engine, pdu);
  if (password === undefined)
    return wholeMessage({ id, flags: REPORTABLE, security: securityOf(engine, user.user, {}), data: scoped });
  const authentication = AUTHENTICATIONS[authProtocol];
  const salt = privacyPassword === undefined ? Buffer.alloc(0) : randomBytes(8);
  const privacy = privacyOf(user);
  const data = privacy === null ? scoped : ber(BER.octets, encrypt(privacy, engine, { salt, plain: scoped }));
  const flags = REPORTABLE | AUTHENTICATED | (privacy === null ? 0 : ENCRYPTED);
  const withMac = (mac: Buffer) =>
    wholeMessage({ id, flags, security: securityOf(engine, user.user, { mac, salt }), data });
  const key = localizedKey(authentication.hash, password, engine.id);
  // The code is of the message with zeros in its place.
  return withMac(messageMac(authentication, key, withMac(Buffer.alloc(authentication.macBytes))));
}

function privacyOf({ authProtocol, privacyProtocol: protocol, privacyPassword: password }: SnmpUser) {
  return password === undefined ? null : { protocol, password, hash: AUTHENTICATIONS[authProtocol].hash };
}

function securityOf(
  engine: SnmpEngine,
  user: string,
  { mac = Buffer.alloc(0), salt = Buffer.alloc(0) }: { mac?: Buffer; salt?: Buffer },
): Buffer {
  return ber(
    BER.sequence,
    ber(BER.octets, engine.id),
    berNumber(engine.boots),
    berNumber(engine.time),
    berText(user),
    ber(BER.octets, mac),
    ber(BER.octets, salt),
  );
}

function scopedPdu({ id }: SnmpEngine, pdu: Buffer): Buffer {
  return ber(BER.sequence, ber(BER.octets, id), berText(""), pdu);
}

type Message = { id: number; flags: number; security: Buffer; data: Buffer };

function wholeMessage({ id, flags, security, data }: Message): Buffer {
  const header = ber(
    BER.sequence,
    berNumber(id),
    berNumber(MESSAGE_BYTES_MAX),
    ber(BER.octets, Buffer.from([flags])),
    berNumber(USER_SECURITY_MODEL),
  );
  return ber(BER.sequence, berNumber(VERSION), header, ber(BER.octets, security), data);
}

export type ReceivedV3 = {
  engine: SnmpEngine;
  /** Whether it carries the code that only who knows the password can make. */
  isAuthentic: boolean;
  pdu: BerValue;
};

/** Reads the answer to a message; null if it is not one. */
export function readV3(datagram: Buffer, id: number, user: SnmpUser): ReceivedV3 | null {
  const outer = readBer(datagram);
  const [version, header, security, data] = (outer && readAllBer(outer.content)) ?? [];
  if (version === undefined || header === undefined || security === undefined || data === undefined)
    return null;
  const [messageId, , flags] = readAllBer(header.content) ?? [];
  const inner = readBer(security.content);
  const fields = (inner && readAllBer(inner.content)) ?? [];
  const [engineId, boots, time, , mac, salt] = fields;
  if (messageId === undefined || flags === undefined || engineId === undefined) return null;
  if (boots === undefined || time === undefined || mac === undefined || salt === undefined) return null;
  const isAnswer = numberIn(version) === VERSION && numberIn(messageId) === id;
  if (!isAnswer || engineId.content.length > ENGINE_ID_BYTES_MAX) return null;
  const engine = { id: engineId.content, boots: unsigned(boots), time: unsigned(time) };
  const isAuthentic = isMacRight(datagram, user, { engine, mac: mac.content });
  const scoped = scopedIn(data, {
    user,
    engine,
    flags: flags.content[0] ?? 0,
    salt: salt.content,
    isAuthentic,
  });
  const [, , pdu] = (scoped && readAllBer(scoped.content)) ?? [];
  return pdu === undefined ? null : { engine, isAuthentic, pdu };
}

function unsigned(value: BerValue): number {
  return Math.max(0, numberIn(value) ?? 0);
}

function isMacRight(
  datagram: Buffer,
  { authProtocol, password }: SnmpUser,
  { engine, mac }: { engine: SnmpEngine; mac: Buffer },
): boolean {
  const authentication = AUTHENTICATIONS[authProtocol];
  if (password === undefined || mac.length !== authentication.macBytes) return false;
  const zeroed = Buffer.from(datagram);
  // Both are views of the same memory.
  const at = mac.byteOffset - datagram.byteOffset;
  zeroed.fill(0, at, at + mac.length);
  const key = localizedKey(authentication.hash, password, engine.id);
  return timingSafeEqual(messageMac(authentication, key, zeroed), mac);
}

type Sealed = { user: SnmpUser; engine: SnmpEngine; flags: number; salt: Buffer; isAuthentic: boolean };

/** Only bytes that are authentic are decrypted. */
function scopedIn(data: BerValue, { user, engine, flags, salt, isAuthentic }: Sealed): BerValue | null {
  if ((flags & ENCRYPTED) === 0) return data;
  const privacy = privacyOf(user);
  if (privacy === null || !isAuthentic) return null;
  const plain = decrypt(privacy, engine, { salt, secret: data.content });
  return plain && readBer(plain);
}
