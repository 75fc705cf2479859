import { isUtf8 } from "node:buffer";
import type { CheckError } from "@vedette/contract/checks/check-errors.ts";
import { type BodyReader, TEXT_BYTES_MAX } from "../http/body-reader.ts";
import { bodyText, bodyTooLarge, decodeBeginning, decodeBody } from "../http/decode-body.ts";
import { headerText } from "../http/evaluate-response.ts";
import type { ResponseHead } from "../http/exchange.ts";

export type ReadBody = {
  /** Null where it cannot be decoded. */
  text: string | null;
  /** Whether `text` may be shown, and is not bytes of some other kind. */
  isText: boolean;
  /** Whether `text` is the beginning only. */
  isCut: boolean;
  /** Decoded where that was done as a whole, else as they came. */
  bytes: number;
  /** Where the whole text was needed and could not be had. */
  error: CheckError | null;
};

type Need = {
  wholeText: boolean;
  /** Whether the body broke off, so that what came may be a part of it. */
  isPartial: boolean;
};

/** Turns what was kept of a body into text: the whole where it is needed, else what a record shows. */
export async function readBody(body: BodyReader, head: ResponseHead, need: Need): Promise<ReadBody> {
  const { decoded, isCut, error } = await decode(body, headerText(head.headers["content-encoding"]), need);
  const bytes = decoded === null || isCut ? body.wireBytes : decoded.length;
  if (decoded === null) return { text: null, isText: false, isCut, bytes, error };
  const contentType = headerText(head.headers["content-type"]);
  const text = bodyText(decoded, contentType);
  return { text, isText: isTextual(decoded, { contentType, isCut }), isCut, bytes, error };
}

type Decoded = { decoded: Buffer | null; isCut: boolean; error: CheckError | null };

async function decode(body: BodyReader, encoding: string | undefined, need: Need): Promise<Decoded> {
  const kept = body.kept();
  const isCut = need.isPartial || kept.length < body.wireBytes;
  const isTooLarge = need.wholeText && (isCut || kept.length > TEXT_BYTES_MAX);
  if (encoding === undefined) return { decoded: kept, isCut, error: isTooLarge ? bodyTooLarge() : null };
  if (isCut) {
    return {
      decoded: await decodeBeginning(kept, encoding),
      isCut,
      error: isTooLarge ? bodyTooLarge() : null,
    };
  }
  const decoded = await decodeBody(kept, encoding);
  if (!("code" in decoded)) return { decoded, isCut: false, error: null };
  const error = need.wholeText ? decoded : null;
  if (decoded.code !== "BODY_TOO_LARGE") return { decoded: null, isCut: false, error };
  return { decoded: await decodeBeginning(kept, encoding), isCut: true, error };
}

const TEXTUAL = /^text\/|[/+](json|xml|yaml|javascript|x-www-form-urlencoded|graphql|x-ndjson)\b/i;
const BINARY = /^(image|audio|video|font)\/|\/(octet-stream|zip|gzip|pdf|protobuf|grpc)\b/i;
/** A character of UTF-8 that a cut went through lacks up to three bytes. */
const CHARACTER_BYTES_MAX = 4;

function isTextual(
  bytes: Buffer,
  { contentType = "", isCut }: { contentType: string | undefined; isCut: boolean },
): boolean {
  if (TEXTUAL.test(contentType)) return true;
  if (BINARY.test(contentType) || bytes.includes(0)) return false;
  if (!isCut) return isUtf8(bytes);
  for (let missing = 0; missing < CHARACTER_BYTES_MAX; missing += 1) {
    if (isUtf8(bytes.subarray(0, bytes.length - missing))) return true;
  }
  return false;
}
