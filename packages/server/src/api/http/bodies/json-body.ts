import { pipeline, type Transform } from "node:stream";
import { createGunzip } from "node:zlib";
import type { FastifyInstance, FastifyRequest, RequestPayload } from "fastify";
import { AppError } from "../../../platform/kernel/errors.ts";

/**
 * Reads bodies: JSON and nothing else. A request that says it is JSON and carries nothing has no body,
 * since many clients send the header with every request.
 */
export function acceptJsonBodies(app: FastifyInstance): void {
  app.decorateRequest("bodyText", "");
  const parse = app.getDefaultJsonParser("error", "error");
  app.removeAllContentTypeParsers();

  app.addHook("preParsing", async (request, _reply, payload) => {
    const encoding = request.headers["content-encoding"];
    if (encoding === undefined || encoding === "identity") return payload;
    if (encoding === "gzip" && request.routeOptions.config.takesGzip) return unpacked(payload);
    // A compressed megabyte can be a gigabyte; nothing else that we accept is worth that.
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

/** Fastify counts what comes out of it against the limit of the route, and what went in against Content-Length. */
function unpacked(payload: RequestPayload): RequestPayload {
  const gunzip: RequestPayload & Transform = createGunzip();
  gunzip.receivedEncodedLength = 0;
  payload.on("data", (chunk: Buffer) => {
    gunzip.receivedEncodedLength = (gunzip.receivedEncodedLength ?? 0) + chunk.length;
  });
  // Stream errors are reported to the reader of the result.
  pipeline(payload, gunzip, () => undefined);
  return gunzip;
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

const ESCAPE_TO_LOOK_AT = /\\u(?:0000|d[89a-f])/i;
/** An odd number of backslashes before it: the escape is one, and no text that looks like one. */
const UNSTORABLE_ESCAPE = /(?:^|[^\\])(?:\\\\)*\\u(?:0000|d[89a-f])/;

/** PostgreSQL stores neither U+0000 nor half of a surrogate pair, which JSON can both write. */
function isStorable(text: string, parsed: unknown): boolean {
  if (!ESCAPE_TO_LOOK_AT.test(text)) return true;
  try {
    // After serialization, complete surrogate pairs are characters again, and only invalid ones remain escapes.
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
    /** The body may be packed. */
    takesGzip?: boolean;
  }
  interface FastifyRequest {
    /** The body as it came, for comparing it with a repetition. */
    bodyText: string;
  }
}
