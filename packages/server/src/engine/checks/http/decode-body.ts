import type { Transform } from "node:stream";
import { promisify } from "node:util";
import zlib from "node:zlib";
import type { CheckError } from "@vedette/contract/checks/check-errors.ts";
import { BEGINNING_BYTES_MAX, TEXT_BYTES_MAX } from "./body-reader.ts";

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
  deflate: (input, options) => (isFramed(input) ? inflate : inflateRaw)(input, options),
};

/**
 * Undoes a body's content encodings. It is whole by now and small, so that each layer is one bounded
 * call on zlib's threads, and no stream is built. Resolves to the error where it cannot be done.
 */
export async function decodeBody(
  body: Buffer,
  contentEncoding: string | undefined,
): Promise<Buffer | CheckError> {
  const encodings = encodingsOf(contentEncoding);
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

/** Source of the sync flush, which takes what is there as all there is: the manual of zlib. */
const BEGINNERS: Readonly<Record<string, (input: Buffer) => Transform>> = {
  gzip: () => zlib.createGunzip({ finishFlush: zlib.constants.Z_SYNC_FLUSH }),
  "x-gzip": () => zlib.createGunzip({ finishFlush: zlib.constants.Z_SYNC_FLUSH }),
  br: () => zlib.createBrotliDecompress({ finishFlush: zlib.constants.BROTLI_OPERATION_FLUSH }),
  deflate: (input) => {
    const options = { finishFlush: zlib.constants.Z_SYNC_FLUSH };
    return isFramed(input) ? zlib.createInflate(options) : zlib.createInflateRaw(options);
  },
};

/**
 * The beginning of a decoded body, of which only the beginning is there, or that is too large as a whole.
 * Null where nothing of it can be decoded.
 */
export async function decodeBeginning(
  beginning: Buffer,
  contentEncoding: string | undefined,
): Promise<Buffer | null> {
  const encodings = encodingsOf(contentEncoding);
  if (encodings.length > ENCODINGS_MAX) return null;
  let decoded = beginning;
  for (const name of encodings.reverse()) {
    const begin = BEGINNERS[name];
    if (!begin) return null;
    decoded = await takeBeginning(begin(decoded), decoded);
    if (decoded.length === 0) return null;
  }
  return decoded.subarray(0, BEGINNING_BYTES_MAX);
}

async function takeBeginning(decoder: Transform, input: Buffer): Promise<Buffer> {
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
    // What came before the fault is the beginning that was asked for; zlib's own errors have a number.
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

/** Some servers leave out zlib's frame, whose first byte always ends in 8. Source: RFC 1950, section 2.2. */
function isFramed(input: Buffer): boolean {
  return ((input[0] ?? 0) & 0x0f) === 8;
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
