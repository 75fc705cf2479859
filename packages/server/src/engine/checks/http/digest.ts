import { createHash, randomBytes } from "node:crypto";
import type { ResponseHead } from "./exchange.ts";
import type { HttpRequest } from "./request-headers.ts";

/** Digest authentication. Source: RFC 7616. */

type Credentials = { username: string; password: string };
type Challenge = Readonly<Record<string, string>>;

/** Node's names of the hash functions, by the names of the RFC. */
const HASHES: Readonly<Record<string, string>> = {
  MD5: "md5",
  "SHA-256": "sha256",
  "SHA-512-256": "sha512-256",
};
const PARAMETER = /([a-z-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,]+))/gi;
/** Each request sends its own client nonce, so it is the first with it. */
const NONCE_COUNT = "00000001";

/** The request with its credentials; `response` is the hash in them that proves the password, in hex. */
type DigestAnswer = { request: HttpRequest; response: string };

/** Returns the request with the credentials that a 401 asks for; null if it does not ask for Digest. */
export function answerDigest(
  request: HttpRequest,
  head: ResponseHead,
  credentials: Credentials,
): DigestAnswer | null {
  if (head.statusCode !== 401) return null;
  const challenge = findChallenge(head.headers["www-authenticate"]);
  if (challenge === null) return null;
  const headers = Object.entries(request.headers).filter(([name]) => name.toLowerCase() !== "authorization");
  const { authorization, response } = digestHeader(request, challenge, credentials);
  return {
    request: { ...request, headers: { ...Object.fromEntries(headers), Authorization: authorization } },
    response,
  };
}

/** Returns the first challenge whose algorithm is supported; servers name their preferred one first. */
function findChallenge(header: string | string[] | undefined): Challenge | null {
  const text = Array.isArray(header) ? header.join(", ") : (header ?? "");
  for (const part of text.split(/(?:^|,)\s*digest\s+/i).slice(1)) {
    const challenge = parametersOf(part);
    if (challenge.nonce !== undefined && hashOf(challenge) !== null && isQopSupported(challenge))
      return challenge;
  }
  return null;
}

function parametersOf(text: string): Challenge {
  const found = [...text.matchAll(PARAMETER)].map(([, name = "", quoted, plain]): [string, string] => [
    name.toLowerCase(),
    quoted?.replaceAll(/\\(.)/g, "$1") ?? plain ?? "",
  ]);
  return Object.fromEntries(found);
}

function algorithmOf({ algorithm = "MD5" }: Challenge): { name: string; isSession: boolean } {
  const [, name = "", session] = /^(.*?)(-sess)?$/i.exec(algorithm.toUpperCase()) ?? [];
  return { name, isSession: session !== undefined };
}

function hashOf(challenge: Challenge): string | null {
  return HASHES[algorithmOf(challenge).name] ?? null;
}

/** Without `qop`, the server knows only the older scheme. The protection `auth-int` of bodies is not supported. */
function isQopSupported({ qop }: Challenge): boolean {
  return qop === undefined || /(^|[\s,])auth([\s,]|$)/i.test(qop);
}

function digestHeader(
  { method, url }: HttpRequest,
  challenge: Challenge,
  { username, password }: Credentials,
): { authorization: string; response: string } {
  const { realm = "", nonce = "", opaque, qop, algorithm } = challenge;
  const hash = (text: string) =>
    createHash(hashOf(challenge) ?? "md5")
      .update(text)
      .digest("hex");
  const uri = url.pathname + url.search;
  const clientNonce = randomBytes(16).toString("hex");
  const user = hash(`${username}:${realm}:${password}`);
  const secret = algorithmOf(challenge).isSession ? hash(`${user}:${nonce}:${clientNonce}`) : user;
  const request = hash(`${method}:${uri}`);
  const response =
    qop === undefined
      ? hash(`${secret}:${nonce}:${request}`)
      : hash(`${secret}:${nonce}:${NONCE_COUNT}:${clientNonce}:auth:${request}`);
  const fields = [
    ...[`username=${quoted(username)}`, `realm=${quoted(realm)}`, `nonce=${quoted(nonce)}`],
    ...[`uri=${quoted(uri)}`, `response="${response}"`],
    ...(algorithm === undefined ? [] : [`algorithm=${algorithm}`]),
    ...(opaque === undefined ? [] : [`opaque=${quoted(opaque)}`]),
    ...(qop === undefined ? [] : ["qop=auth", `nc=${NONCE_COUNT}`, `cnonce="${clientNonce}"`]),
  ];
  return { authorization: `Digest ${fields.join(", ")}`, response };
}

function quoted(text: string): string {
  return `"${text.replaceAll(/["\\]/g, "\\$&")}"`;
}
