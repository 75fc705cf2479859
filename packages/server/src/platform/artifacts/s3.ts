import { rm } from "node:fs/promises";
import { Readable } from "node:stream";
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  type S3Client,
  S3ServiceException,
} from "@aws-sdk/client-s3";
import { Upload } from "@aws-sdk/lib-storage";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import { isArtifactKey, newArtifactKey } from "./artifact-key.ts";
import { bounded, inputOf, isPath, SourceError } from "./artifact-source.ts";
import {
  type ArtifactError,
  type ArtifactSource,
  type ArtifactStore,
  type ByteRange,
  READ_BYTES_MAX,
} from "./artifact-store.ts";

/**
 * Artifacts as objects in one bucket, which every API and every runner can access. Objects are stored completely or not
 * at all: larger ones are uploaded in parts and become visible with the last part.
 */
export type S3ArtifactsOptions = {
  client: S3Client;
  bucket: string;
  /** Prefix of all keys, because a bucket may contain other objects. */
  prefix: string;
  /** Signs links for browsers; null if the API serves every file. */
  linkClient: S3Client | null;
};

/** The minimum part size of S3; one or two parts per file are buffered in memory. */
const PART_BYTES = 5 * 1_048_576;
const PARTS_AT_ONCE = 2;
const REMOVALS_AT_ONCE = 10;

export function createS3Artifacts({ client, bucket, prefix, linkClient }: S3ArtifactsOptions): ArtifactStore {
  const at = (key: string) => ({ Bucket: bucket, Key: `${prefix}${key}` });

  async function get(key: string, range?: ByteRange) {
    if (!isArtifactKey(key)) return null;
    const Range = range && `bytes=${range.start}-${range.end}`;
    const found = await orNull(client.send(new GetObjectCommand({ ...at(key), Range })));
    if (!found) return null;
    if (!(found.Body instanceof Readable)) throw new Error("the S3 client did not return a Node stream");
    return { stream: found.Body, bytes: bytesOf(found.ContentRange) ?? found.ContentLength ?? 0 };
  }

  return {
    async save(source, { bytesMax }) {
      const key = newArtifactKey();
      const upload = prepareUpload(source, bytesMax);
      try {
        await sendObject(client, { ...at(key), Body: await upload.open() });
      } catch (error) {
        return upload.error() ?? toArtifactError(error);
      }
      // The object is stored. Its source is in a folder of the run, which is removed with the run.
      if (isPath(source)) await rm(source.path, { force: true }).catch(() => undefined);
      return { key, bytes: upload.bytes() };
    },

    async read(key) {
      const found = await get(key);
      if (found === null) return null;
      if (found.bytes > READ_BYTES_MAX) {
        found.stream.destroy();
        throw new Error(`an artifact of ${found.bytes} bytes is too large to read into memory`);
      }
      return Buffer.concat(await found.stream.toArray());
    },

    async open(key, range) {
      try {
        return await get(key, range);
      } catch (error) {
        if (!isNamed(error, "InvalidRange")) throw error;
        // An object has no range beyond its end, while a file has an empty one.
        const head = await orNull(client.send(new HeadObjectCommand(at(key))));
        return head && { stream: Readable.from([]), bytes: head.ContentLength ?? 0 };
      }
    },

    async remove(keys) {
      const known = keys.filter(isArtifactKey);
      // One by one: several S3-compatible stores do not support bulk deletion.
      for (let index = 0; index < known.length; index += REMOVALS_AT_ONCE) {
        const batch = known.slice(index, index + REMOVALS_AT_ONCE);
        await Promise.all(batch.map((key) => orNull(client.send(new DeleteObjectCommand(at(key))))));
      }
    },

    async *list(storedBefore) {
      let ContinuationToken: string | undefined;
      do {
        const page = await client.send(
          new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, ContinuationToken }),
        );
        for (const { Key, LastModified } of page.Contents ?? []) {
          const key = Key?.slice(prefix.length) ?? "";
          if (isArtifactKey(key) && LastModified && LastModified < storedBefore) yield key;
        }
        ContinuationToken = page.NextContinuationToken;
      } while (ContinuationToken);
    },

    async removeUnfinished(untouchedSince) {
      const known = await unfinishedUploads(client, { Bucket: bucket, Prefix: prefix });
      const old = known.filter(({ Initiated }) => Initiated !== undefined && Initiated < untouchedSince);
      for (const { Key, UploadId } of old) {
        await orNull(client.send(new AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId })));
      }
      return old.length;
    },

    link:
      linkClient &&
      ((key, { contentType, fileName, seconds }) =>
        getSignedUrl(
          linkClient,
          new GetObjectCommand({
            ...at(key),
            // The signed headers determine how a browser treats the file, not the store.
            ResponseContentType: contentType,
            ResponseContentDisposition: `attachment; filename="${fileName}"`,
            ResponseCacheControl: "private, no-store",
          }),
          { expiresIn: seconds },
        )),
  };
}

function prepareUpload(source: ArtifactSource, bytesMax: number) {
  const counted = bounded(bytesMax);
  let failure: unknown;
  /** Records that the source failed, and not the store. */
  async function* watched(input: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    try {
      yield* counted.pass(input);
    } catch (error) {
      failure = error;
      throw error;
    }
  }
  return {
    async open(): Promise<Readable> {
      try {
        return Readable.from(watched(await inputOf(source, bytesMax)), { objectMode: false });
      } catch (error) {
        failure = error;
        throw error;
      }
    },
    bytes: counted.bytes,
    error(): ArtifactError | null {
      if (failure === undefined) return null;
      if (failure instanceof SourceError) return failure.error;
      if (isNamed(failure, "ENOSPC")) {
        return { error: "no_space", message: "There is no space left to store the file." };
      }
      throw failure;
    },
  };
}

async function sendObject(
  client: S3Client,
  params: { Bucket: string; Key: string; Body: Readable },
): Promise<void> {
  await new Upload({ client, params, partSize: PART_BYTES, queueSize: PARTS_AT_ONCE }).done();
}

/** Lists the oldest thousand; the next sweep handles the rest. Empty if the store does not support the list. */
async function unfinishedUploads(client: S3Client, where: { Bucket: string; Prefix: string }) {
  try {
    return (await client.send(new ListMultipartUploadsCommand(where))).Uploads ?? [];
  } catch (error) {
    if (isNamed(error, "NotImplemented")) return [];
    throw error;
  }
}

/** Returns an error value for a rejection or an outage of the store; rethrows any other error. */
function toArtifactError(error: unknown): ArtifactError {
  const name = error instanceof Error ? error.name : "";
  const isOutage = error instanceof S3ServiceException || name === "TimeoutError" || codeOf(error) !== "";
  if (!isOutage) throw error;
  return {
    error: "unwritable",
    message: `The object store did not accept the file (${codeOf(error) || name}).`,
  };
}

/** Returns null for objects that do not exist. */
async function orNull<T>(request: Promise<T>): Promise<T | null> {
  try {
    return await request;
  } catch (error) {
    if (isNamed(error, "NoSuchKey") || isNamed(error, "NotFound") || isNamed(error, "NoSuchUpload"))
      return null;
    throw error;
  }
}

function isNamed(error: unknown, name: string): boolean {
  return error instanceof Error && (error.name === name || codeOf(error) === name);
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
}

/** Returns the total size from a header such as `bytes 0-9/1234`. */

function bytesOf(contentRange: string | undefined): number | null {
  const total = contentRange?.split("/")[1];
  return total === undefined || total === "*" ? null : Number(total);
}
