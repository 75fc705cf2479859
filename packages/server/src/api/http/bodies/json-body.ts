import { pipeline, type Transform } from "node:stream";
import { createGunzip } from "node:zlib";
import type { FastifyInstance, FastifyRequest, RequestPayload } from "fastify";
import { AppError } from "../../../platform/kernel/errors.ts";

/**
 * Parses JSON bodies and rejects any other type. A request with a JSON content type and no content has no
 * body, because many clients send the header with every request.
 */
export function acceptJsonBodies(app: FastifyInstance): void {
  app.decorateRequest("bodyText", "");
  const parse = app.getDefaultJsonParser("error", "error");
  app.removeAllContentTypeParsers();

  app.addHook("preParsing", async (request, _reply, payload) => {
    const encoding = request.headers["content-encoding"];
    if (encoding === undefined || encoding === "identity") return payload;
    if (request.routeOptions.config.takesAnyBody) return payload;
    if (encoding === "gzip" && request.routeOptions.config.takesGzip) return decompressed(payload);
    // A compressed megabyte can expand to a gigabyte; no other accepted body justifies that risk.
    throw new AppError("UNSUPPORTED_MEDIA_TYPE", "Send the body without Content-Encoding.");
  });

  app.addContentTypeParser("application/json", { parseAs: "string" }, (request, body, done) => {
    const text = String(body);
    if (text === "") return done(null, undefined);
    request.bodyText = text;
    void parse(request, text, (error, parsed) => {
      if (error) done(invalidJson(error));
      else if (isStorable(text, parsed)) done(null, parsed);
      else done(new AppError("BAD_REQUEST", "The body has a NUL or half a character pair; leave it out."));
    });
  });

  app.addContentTypeParser("*", (request, payload, done) => {
    if (hasBody(request)) {
      const type = request.routeOptions.config.takesForm ? "multipart/form-data" : "application/json";
      done(new AppError("UNSUPPORTED_MEDIA_TYPE", `Send the body as Content-Type: ${type}.`));
      return;
    }
    payload.resume();
    done(null, undefined);
  });
}

/**
 * Fastify compares the decompressed size with the route's limit, and the compressed size with Content-Length.
 */
function decompressed(payload: RequestPayload): RequestPayload {
  const gunzip: RequestPayload & Transform = createGunzip();
  gunzip.receivedEncodedLength = 0;
  payload.on("data", (chunk: Buffer) => {
    gunzip.receivedEncodedLength = (gunzip.receivedEncodedLength ?? 0) + chunk.length;
  });
  // The reader of the returned stream reports stream errors.
  pipeline(payload, gunzip, () => undefined);
  return gunzip;
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

const ESCAPE_TO_LOOK_AT = /\\u(?:0000|d[89a-f])/i;
/**
 * Matches an escape only after an even number of backslashes, so text that looks like an escape does not
 * match.
 */
const UNSTORABLE_ESCAPE = /(?:^|[^\\])(?:\\\\)*\\u(?:0000|d[89a-f])/;

/** PostgreSQL stores neither U+0000 nor an unpaired surrogate. JSON can contain both. */
function isStorable(text: string, parsed: unknown): boolean {
  if (!ESCAPE_TO_LOOK_AT.test(text)) return true;
  try {
    // After serialization, complete surrogate pairs are characters, and only unpaired ones remain escapes.
    return !UNSTORABLE_ESCAPE.test(JSON.stringify(parsed));
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

function invalidJson(cause: Error): AppError {
  return new AppError("BAD_REQUEST", "The body is not valid JSON, or has a key such as __proto__.", {
    cause,
  });
}

declare module "fastify" {
  interface FastifyContextConfig {
    /** The route accepts a gzip-compressed body. */
    takesGzip?: boolean;
    /** The route keeps any body as it is. */
    takesAnyBody?: boolean;
  }
  interface FastifyRequest {
    /** The raw body, which is compared with that of a repeated request. */
    bodyText: string;
  }
}
