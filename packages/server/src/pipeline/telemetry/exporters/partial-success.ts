import { ProtobufTraceSerializer } from "@opentelemetry/otlp-transformer";
import { z } from "zod";

/** What an accepted request says of spans or data points that the receiver did not take. */
export type PartialSuccess = {
  rejected: number;
  /** Why; or a warning if nothing was rejected. */
  message: string;
};

/** Receivers answer in protobuf; some in JSON, with 64-bit integers as text. */
const count = z.coerce.number().int().min(0).catch(0);
const jsonSchema = z.object({
  partialSuccess: z.object({
    rejectedSpans: count.optional(),
    rejectedDataPoints: count.optional(),
    errorMessage: z.string().catch(""),
  }),
});

/** Returns null if everything was taken, or if the answer is not one of OTLP. The answer is untrusted. */
export function readPartialSuccess(bytes: Buffer): PartialSuccess | null {
  if (bytes.length === 0) return null;
  const found = bytes[0] === OPENING_BRACE ? readJson(bytes.toString("utf8")) : readProtobuf(bytes);
  return found === null || (found.rejected === 0 && found.message === "") ? null : found;
}

/** Not the start of a message in protobuf: a tag of a type that it does not have. */
const OPENING_BRACE = 0x7b;

function readJson(text: string): PartialSuccess | null {
  try {
    const { partialSuccess } = jsonSchema.parse(JSON.parse(text));
    const { rejectedSpans = 0, rejectedDataPoints = 0, errorMessage } = partialSuccess;
    return { rejected: rejectedSpans + rejectedDataPoints, message: errorMessage };
  } catch {
    return null;
  }
}

/** The answers for traces and for metrics have the same fields by number. */
function readProtobuf(bytes: Buffer): PartialSuccess | null {
  try {
    const { partialSuccess } = ProtobufTraceSerializer.deserializeResponse(bytes);
    if (!partialSuccess) return null;
    const rejected = Number(partialSuccess.rejectedSpans ?? 0);
    return {
      rejected: Number.isSafeInteger(rejected) && rejected > 0 ? rejected : 0,
      message: partialSuccess.errorMessage ?? "",
    };
  } catch {
    return null;
  }
}
