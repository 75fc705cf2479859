import { isUtf8 } from "node:buffer";
import type { CheckError } from "@vedette/contract/checks/check-errors.ts";
import { type BodyReader, TEXT_BYTES_MAX } from "../body-reader.ts";
import { bodyText, bodyTooLarge, decodeBeginning, decodeBody } from "../decode-body.ts";
import { headerText } from "../evaluate-response.ts";
import type { ResponseHead } from "../exchange.ts";

export type ReadBody = {
  /** Null if it cannot be decoded. */
  text: string | null;
  /** Whether `text` is displayable text and not binary data. */
  isText: boolean;
  /** Whether `text` is only the beginning. */
  isCut: boolean;
  /** Decoded size if the whole body was decoded, otherwise the size as received. */
  bytes: number;
  /** Set if the whole text was needed and is not available. */
  error: CheckError | null;
};

type BodyNeed = {
  wholeText: boolean;
  /** Whether the connection was lost within the body, so that it may be incomplete. */
  isPartial: boolean;
};

/** Decodes the stored part of a body as text: all of it if needed, otherwise what a record shows. */
export async function readBody(body: BodyReader, head: ResponseHead, need: BodyNeed): Promise<ReadBody> {
  const { decoded, isCut, error } = await decode(body, headerText(head.headers["content-encoding"]), need);
  const bytes = decoded === null || isCut ? body.wireBytes : decoded.length;
  if (decoded === null) return { text: null, isText: false, isCut, bytes, error };
  const contentType = headerText(head.headers["content-type"]);
  const text = bodyText(decoded, contentType);
  return { text, isText: isTextual(decoded, { contentType, isCut }), isCut, bytes, error };
}

type Decoded = { decoded: Buffer | null; isCut: boolean; error: CheckError | null };

async function decode(body: BodyReader, encoding: string | undefined, need: BodyNeed): Promise<Decoded> {
  const bytesKept = body.kept();
  const isCut = need.isPartial || bytesKept.length < body.wireBytes;
  const isTooLarge = need.wholeText && (isCut || bytesKept.length > TEXT_BYTES_MAX);
  if (encoding === undefined) return { decoded: bytesKept, isCut, error: isTooLarge ? bodyTooLarge() : null };
  if (isCut) {
    return {
      decoded: await decodeBeginning(bytesKept, encoding),
      isCut,
      error: isTooLarge ? bodyTooLarge() : null,
    };
  }
  const decoded = await decodeBody(bytesKept, encoding);
  if (!("code" in decoded)) return { decoded, isCut: false, error: null };
  const error = need.wholeText ? decoded : null;
  if (decoded.code !== "BODY_TOO_LARGE") return { decoded: null, isCut: false, error };
  return { decoded: await decodeBeginning(bytesKept, encoding), isCut: true, error };
}

const TEXTUAL = /^text\/|[/+](json|xml|yaml|javascript|x-www-form-urlencoded|graphql|x-ndjson)\b/i;
const BINARY = /^(image|audio|video|font)\/|\/(octet-stream|zip|gzip|pdf|protobuf|grpc)\b/i;
/** A truncated UTF-8 character lacks up to three bytes. */
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
