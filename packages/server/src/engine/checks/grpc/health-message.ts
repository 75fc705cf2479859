/** The two messages of grpc.health.v1 in protobuf, within the frames of gRPC. Pure. */

const FRAME_BYTES = 5;
/** Field 1, with a length. */
const SERVICE_TAG = 0x0a;
/** Field 1, a varint. */
const STATUS_TAG = 0x08;

const SERVING_STATUSES = ["UNKNOWN", "SERVING", "NOT_SERVING", "SERVICE_UNKNOWN"];

/** A HealthCheckRequest. The name of a service is ASCII and at most 200 characters. */
export function encodeHealthRequest(service: string): Buffer {
  const name = Buffer.from(service, "ascii");
  const message =
    name.length === 0 ? name : Buffer.concat([Buffer.from([SERVICE_TAG, ...varint(name.length)]), name]);
  const frame = Buffer.alloc(FRAME_BYTES);
  frame.writeUInt32BE(message.length, 1);
  return Buffer.concat([frame, message]);
}

/** Returns the status of a HealthCheckResponse; null if the bytes are not one. */
export function decodeHealthResponse(body: Buffer): string | null {
  if (body.length < FRAME_BYTES || body[0] !== 0) return null;
  const message = body.subarray(FRAME_BYTES);
  if (body.readUInt32BE(1) !== message.length) return null;
  // The default of an enumeration is not sent.
  if (message.length === 0) return SERVING_STATUSES[0] ?? null;
  if (message.length !== 2 || message[0] !== STATUS_TAG) return null;
  return SERVING_STATUSES[message[1] ?? -1] ?? null;
}

function varint(number: number): number[] {
  return number < 0x80 ? [number] : [(number & 0x7f) | 0x80, number >> 7];
}
