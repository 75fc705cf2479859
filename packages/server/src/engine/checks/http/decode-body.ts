import type { Transform } from "node:stream";
import { promisify } from "node:util";
import zlib from "node:zlib";
import type { CheckError } from "@vedette/contract/checks/check-errors.ts";
import { BEGINNING_BYTES_MAX, TEXT_BYTES_MAX } from "./body-reader.ts";

/** Maximum number of encoding layers. Real servers use one; twenty are an attack. */
const ENCODINGS_MAX = 3;
/** Inner layers may be a little larger than the text if it did not compress. */
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
  deflate: (input, options) => (isFramed(input) ? inflate : inflateRaw)(input, options),
};

/**
 * Decodes a body's content encodings. The body is complete and small, so each layer is one bounded call on
 * zlib's threads, without a stream. Resolves to an error if decoding fails.
 */
export async function decodeBody(
  body: Buffer,
  contentEncoding: string | undefined,
): Promise<Buffer | CheckError> {
  const encodings = encodingsOf(contentEncoding);
  if (encodings.length > ENCODINGS_MAX) {
    return invalid(`the body is encoded ${encodings.length} times; at most ${ENCODINGS_MAX} are supported`);
  }
  let decoded = body;
  for (const name of body.length === 0 ? [] : encodings.reverse()) {
    const decode = DECODERS[name];
    if (!decode) return invalid(`the body's encoding, ${name.slice(0, 40)}, is not supported`);
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

/** The sync flush treats the available input as complete. Source: the zlib manual. */
const STREAM_DECODERS: Readonly<Record<string, (input: Buffer) => Transform>> = {
  gzip: () => zlib.createGunzip({ finishFlush: zlib.constants.Z_SYNC_FLUSH }),
  "x-gzip": () => zlib.createGunzip({ finishFlush: zlib.constants.Z_SYNC_FLUSH }),
  br: () => zlib.createBrotliDecompress({ finishFlush: zlib.constants.BROTLI_OPERATION_FLUSH }),
  deflate: (input) => {
    const options = { finishFlush: zlib.constants.Z_SYNC_FLUSH };
    return isFramed(input) ? zlib.createInflate(options) : zlib.createInflateRaw(options);
  },
};

/**
 * Decodes the beginning of a body that is incomplete or too large. Returns null if nothing can be decoded.
 */
export async function decodeBeginning(
  beginning: Buffer,
  contentEncoding: string | undefined,
): Promise<Buffer | null> {
  const encodings = encodingsOf(contentEncoding);
  if (encodings.length > ENCODINGS_MAX) return null;
  let decoded = beginning;
  for (const name of encodings.reverse()) {
    const createDecoder = STREAM_DECODERS[name];
    if (!createDecoder) return null;
    decoded = await readBeginning(createDecoder(decoded), decoded);
    if (decoded.length === 0) return null;
  }
  return decoded.subarray(0, BEGINNING_BYTES_MAX);
}

async function readBeginning(decoder: Transform, input: Buffer): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  decoder.end(input);
  try {
    for await (const chunk of decoder as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes >= BEGINNING_BYTES_MAX) break;
    }
  } catch (error) {
    // The output before the error is the requested beginning; zlib's own errors have a number.
    if ((error as NodeJS.ErrnoException).errno === undefined) throw error;
  }
  return Buffer.concat(chunks);
}

function encodingsOf(contentEncoding: string | undefined): string[] {
  if (contentEncoding === undefined) return [];
  return contentEncoding
    .split(",")
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== "" && name !== "identity");
}

/** Some servers omit the zlib header, whose first byte always ends in 8. Source: RFC 1950, section 2.2. */
function isFramed(input: Buffer): boolean {
  return ((input[0] ?? 0) & 0x0f) === 8;
}

/** Decodes the text of a body with the charset of its content type, or UTF-8. */
export function bodyText(body: Buffer, contentType: string | undefined): string {
  const label = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(contentType ?? "")?.[1];
  return decoderOf(label ?? "utf-8").decode(body);
}

export function bodyTooLarge(): CheckError {
  const message = `the decoded body is over ${TEXT_BYTES_MAX / 1_048_576} MiB, the maximum for assertions`;
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
