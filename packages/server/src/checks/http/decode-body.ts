import { promisify } from "node:util";
import zlib from "node:zlib";
import type { CheckError } from "@vedette/contract/check-errors.ts";
import { TEXT_BYTES_MAX } from "./body-reader.ts";

/** Encodings on top of each other that are undone. Real servers use one; twenty are an attack. */
const ENCODINGS_MAX = 3;
/** Inner layers may be a little larger than the text, where it did not compress. */
const LAYER_BYTES_MAX = TEXT_BYTES_MAX + 65_536;

type Decode = (input: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>;

const gunzip: Decode = promisify(zlib.gunzip);
const brotli: Decode = promisify(zlib.brotliDecompress);
const inflate: Decode = promisify(zlib.inflate);
const inflateRaw: Decode = promisify(zlib.inflateRaw);

const DECODERS: Readonly<Record<string, Decode>> = {
  gzip: gunzip,
  "x-gzip": gunzip,
  br: brotli,
  // Some servers leave out zlib's frame, whose first byte always ends in 8. Source: RFC 1950, section 2.2.
  deflate: (input, options) => (((input[0] ?? 0) & 0x0f) === 8 ? inflate : inflateRaw)(input, options),
};

/**
 * Undoes a body's content encodings. It is whole by now and small, so that each layer is one bounded
 * call on zlib's threads, and no stream is built. Resolves to the error where it cannot be done.
 */
export async function decodeBody(
  body: Buffer,
  contentEncoding: string | undefined,
): Promise<Buffer | CheckError> {
  const encodings = (contentEncoding ?? "")
    .split(",")
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== "" && name !== "identity");
  if (encodings.length > ENCODINGS_MAX) {
    return invalid(`the body is encoded ${encodings.length} times; at most ${ENCODINGS_MAX} are undone`);
  }
  let decoded = body;
  for (const name of body.length === 0 ? [] : encodings.reverse()) {
    const decode = DECODERS[name];
    if (!decode) return invalid(`the body's encoding, ${name.slice(0, 40)}, is not known`);
    try {
      decoded = await decode(decoded, { maxOutputLength: LAYER_BYTES_MAX });
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code ?? "unknown";
      return code === "ERR_BUFFER_TOO_LARGE"
        ? bodyTooLarge()
        : invalid(`the body is not valid ${name} (${code})`);
    }
  }
  return decoded.length > TEXT_BYTES_MAX ? bodyTooLarge() : decoded;
}

/** The text of a decoded body, by the charset that its content type names, or else UTF-8. */
export function bodyText(body: Buffer, contentType: string | undefined): string {
  const label = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(contentType ?? "")?.[1];
  return decoderOf(label ?? "utf-8").decode(body);
}

export function bodyTooLarge(): CheckError {
  const message = `the decoded body is over ${TEXT_BYTES_MAX / 1_048_576} MiB, which is more than an assertion may look at`;
  return { code: "BODY_TOO_LARGE", message, phase: "body" };
}

function invalid(message: string): CheckError {
  return { code: "PROTOCOL_ERROR", message, phase: "body" };
}

const utf8 = new TextDecoder();

function decoderOf(label: string): typeof utf8 {
  if (/^utf-?8$/i.test(label)) return utf8;
  try {
    return new TextDecoder(label);
  } catch (error) {
    if (error instanceof RangeError) return utf8;
    throw error;
  }
}
