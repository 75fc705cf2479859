import { type LdapFilter, parseLdapFilter } from "@vedette/contract/checks/services/ldap-filter.ts";
import {
  BER,
  type BerValue,
  ber,
  berBoolean,
  berNumber,
  berText,
  numberIn,
  readBer,
  readLength,
} from "../dialogue/ber.ts";

/** Messages of LDAP. Pure. Source: RFC 4511. */

const VERSION = 3;
const START_TLS_OID = "1.3.6.1.4.1.1466.20037";
/** Never follows an alias to another entry. */
const NEVER_DEREFERENCE = 0;
/** Asks for no attributes. Source: RFC 4511, section 4.5.1.8. */
const NO_ATTRIBUTES = "1.1";

const REQUEST_TAGS = { bind: 0x60, unbind: 0x42, search: 0x63, extended: 0x77 } as const;
/** A password, among the ways to bind. */
const SIMPLE_TAG = 0x80;
/** The OID of an extended request. */
const REQUEST_NAME_TAG = 0x80;

export const LDAP_TAGS = {
  bindResponse: 0x61,
  searchEntry: 0x64,
  searchDone: 0x65,
  searchReference: 0x73,
  extendedResponse: 0x78,
} as const;

function message(id: number, operation: Buffer): Buffer {
  return ber(BER.sequence, berNumber(id), operation);
}

/** An empty name and password bind as anonymous. */
export function bindRequest(id: number, name: string, password: string): Buffer {
  return message(
    id,
    ber(REQUEST_TAGS.bind, berNumber(VERSION), berText(name), berText(password, SIMPLE_TAG)),
  );
}

export function startTlsRequest(id: number): Buffer {
  return message(id, ber(REQUEST_TAGS.extended, berText(START_TLS_OID, REQUEST_NAME_TAG)));
}

export function unbindRequest(id: number): Buffer {
  return message(id, ber(REQUEST_TAGS.unbind));
}

type Search = { base: string; scope: number; filter: string; entriesMax: number; secondsMax: number };

/** Asks for the names of entries only. */
export function searchRequest(id: number, { base, scope, filter, entriesMax, secondsMax }: Search): Buffer {
  return message(
    id,
    ber(
      REQUEST_TAGS.search,
      berText(base),
      berNumber(scope, BER.enumerated),
      berNumber(NEVER_DEREFERENCE, BER.enumerated),
      berNumber(entriesMax),
      berNumber(secondsMax),
      berBoolean(true),
      encodeFilter(parseLdapFilter(filter)),
      ber(BER.sequence, berText(NO_ATTRIBUTES)),
    ),
  );
}

const FILTER_TAGS = { and: 0xa0, or: 0xa1, not: 0xa2, substrings: 0xa4 } as const;
const COMPARISON_TAGS = { equals: 0xa3, at_least: 0xa5, at_most: 0xa6, approximately: 0xa8 } as const;
const PRESENT_TAG = 0x87;
/** Of the first, any and the last part of a value. */
const PART_TAGS = { initial: 0x80, any: 0x81, final: 0x82 } as const;

function encodeFilter(filter: LdapFilter): Buffer {
  switch (filter.type) {
    case "and":
    case "or":
      return ber(FILTER_TAGS[filter.type], ...filter.filters.map(encodeFilter));
    case "not":
      return ber(FILTER_TAGS.not, encodeFilter(filter.filter));
    case "present":
      return berText(filter.attribute, PRESENT_TAG);
    case "substrings": {
      const last = filter.parts.length - 1;
      const parts = filter.parts.flatMap((part, index) => {
        if (part === null) return [];
        const tag = index === 0 ? PART_TAGS.initial : index === last ? PART_TAGS.final : PART_TAGS.any;
        return [ber(tag, part)];
      });
      return ber(FILTER_TAGS.substrings, berText(filter.attribute), ber(BER.sequence, ...parts));
    }
    default:
      return ber(COMPARISON_TAGS[filter.type], berText(filter.attribute), ber(BER.octets, filter.value));
  }
}

/** Returns the number of bytes of a message, from its first ones; null if more are needed, undefined if it is none. */
export function messageBytes(start: Buffer): number | null | undefined {
  if (start.length === 0) return null;
  if (start[0] !== BER.sequence) return undefined;
  const head = readLength(start, 1);
  if (head === null) return start.length < 6 ? null : undefined;
  return head.end + head.length;
}

export type LdapMessage = { id: number; tag: number; content: Buffer };

/** Returns a message; null if it is malformed. */
export function readLdapMessage(bytes: Buffer): LdapMessage | null {
  const outer = readBer(bytes);
  if (outer?.tag !== BER.sequence) return null;
  const id = readBer(outer.content);
  const operation = id && readBer(outer.content, id.end);
  if (id?.tag !== BER.integer || !operation) return null;
  const number = numberIn(id);
  return number === null ? null : { id: number, tag: operation.tag, content: operation.content };
}

export type LdapResult = { code: number; reason: string };

/** Returns the result in a response; null if it is malformed. */
export function readResult({ content }: Pick<LdapMessage, "content">): LdapResult | null {
  const code = readBer(content);
  const matched = code && readBer(content, code.end);
  const diagnostic: BerValue | null = matched && readBer(content, matched.end);
  const number = code?.tag === BER.enumerated ? numberIn(code) : null;
  if (number === null || diagnostic === null) return null;
  const text = diagnostic.content.toString();
  const name = RESULT_NAMES[number] ?? `code ${number}`;
  return { code: number, reason: text === "" ? name : `${text} (${name})` };
}

/** Source: RFC 4511, section 4.1.9. */
const RESULT_NAMES: Readonly<Record<number, string>> = {
  1: "operationsError",
  2: "protocolError",
  3: "timeLimitExceeded",
  4: "sizeLimitExceeded",
  8: "strongerAuthRequired",
  10: "referral",
  11: "adminLimitExceeded",
  13: "confidentialityRequired",
  32: "noSuchObject",
  34: "invalidDNSyntax",
  48: "inappropriateAuthentication",
  49: "invalidCredentials",
  50: "insufficientAccessRights",
  51: "busy",
  52: "unavailable",
  53: "unwillingToPerform",
};
