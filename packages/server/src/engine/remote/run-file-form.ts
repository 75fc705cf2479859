import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import type { ArtifactKind } from "@vedette/contract/runs/artifacts.ts";

export type RunFile = { ticket: string; kind: ArtifactKind; bytes: number; stream: Readable };

/**
 * Builds `multipart/form-data` without a library, because its length must be known before the file is read.
 */
export function runFileForm({ ticket, kind, bytes, stream }: RunFile): {
  stream: Readable;
  bytes: number;
  contentType: string;
} {
  const boundary = randomUUID();
  const field = (name: string, value: string) =>
    `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const fileHead = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="file"\r\ncontent-type: application/octet-stream\r\n\r\n`;
  const head = Buffer.from(`${field("kind", kind)}${field("ticket", ticket)}${fileHead}`);
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
  async function* parts() {
    yield head;
    yield* stream;
    yield tail;
  }
  return {
    stream: Readable.from(parts()),
    bytes: head.length + bytes + tail.length,
    contentType: `multipart/form-data; boundary=${boundary}`,
  };
}
