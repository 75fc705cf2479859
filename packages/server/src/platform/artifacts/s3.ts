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
  type ArtifactFault,
  type ArtifactSource,
  type ArtifactStore,
  type ByteRange,
  READ_BYTES_MAX,
} from "./artifact-store.ts";

/**
 * Artifacts as objects of one bucket, which every API and every runner reaches. An object is there whole or not
 * at all: what is longer than a part is uploaded in parts, and nothing shows before the last.
 */
export type S3ArtifactsOptions = {
  client: S3Client;
  bucket: string;
  /** What the keys of all objects begin with: a bucket may hold other things too. */
  prefix: string;
  /** Signs the links that people's browsers follow; null where they get every file from the API. */
  linkClient: S3Client | null;
};

/** The smallest that S3 takes; one or two of them wait in memory for each file on its way. */
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
    if (!(found.Body instanceof Readable)) throw new Error("the S3 client gave no stream of Node");
    return { stream: found.Body, bytes: bytesOf(found.ContentRange) ?? found.ContentLength ?? 0 };
  }

  return {
    async save(source, { bytesMax }) {
      const key = newArtifactKey();
      const taken = takeSource(source, bytesMax);
      try {
        await upload(client, { ...at(key), Body: await taken.open() });
      } catch (error) {
        return taken.fault() ?? storeFault(error);
      }
      // The object is stored; where it came from is a folder of the run, which goes with the run.
      if (isPath(source)) await rm(source.path, { force: true }).catch(() => undefined);
      return { key, bytes: taken.bytes() };
    },

    async read(key) {
      const found = await get(key);
      if (found === null) return null;
      if (found.bytes > READ_BYTES_MAX) {
        found.stream.destroy();
        throw new Error(`an artifact of ${found.bytes} bytes is not read whole`);
      }
      return Buffer.concat(await found.stream.toArray());
    },

    async open(key, range) {
      try {
        return await get(key, range);
      } catch (error) {
        if (!isNamed(error, "InvalidRange")) throw error;
        // Nothing of an object lies behind its end, where a file has an empty rest.
        const head = await orNull(client.send(new HeadObjectCommand(at(key))));
        return head && { stream: Readable.from([]), bytes: head.ContentLength ?? 0 };
      }
    },

    async remove(keys) {
      const known = keys.filter(isArtifactKey);
      // One by one: several stores that call themselves compatible do not delete in bulk.
      for (let index = 0; index < known.length; index += REMOVALS_AT_ONCE) {
        const some = known.slice(index, index + REMOVALS_AT_ONCE);
        await Promise.all(some.map((key) => orNull(client.send(new DeleteObjectCommand(at(key))))));
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
            // The store has no say in what a browser makes of a file.
            ResponseContentType: contentType,
            ResponseContentDisposition: `attachment; filename="${fileName}"`,
            ResponseCacheControl: "private, no-store",
          }),
          { expiresIn: seconds },
        )),
  };
}

function takeSource(source: ArtifactSource, bytesMax: number) {
  const counted = bounded(bytesMax);
  let failure: unknown;
  /** Remembers that it was the source that failed, and not the store. */
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
    fault(): ArtifactFault | null {
      if (failure === undefined) return null;
      if (failure instanceof SourceError) return failure.told;
      if (isNamed(failure, "ENOSPC")) {
        return { fault: "no_space", message: "There is no space left to keep the file." };
      }
      throw failure;
    },
  };
}

async function upload(
  client: S3Client,
  params: { Bucket: string; Key: string; Body: Readable },
): Promise<void> {
  await new Upload({ client, params, partSize: PART_BYTES, queueSize: PARTS_AT_ONCE }).done();
}

/** Of the oldest thousand; the next sweep sees the rest. None where the store has no such list. */
async function unfinishedUploads(client: S3Client, where: { Bucket: string; Prefix: string }) {
  try {
    return (await client.send(new ListMultipartUploadsCommand(where))).Uploads ?? [];
  } catch (error) {
    if (isNamed(error, "NotImplemented")) return [];
    throw error;
  }
}

/** A refusal or an outage of the store; a bug of ours is thrown. */
function storeFault(error: unknown): ArtifactFault {
  const name = error instanceof Error ? error.name : "";
  const isOutage = error instanceof S3ServiceException || name === "TimeoutError" || codeOf(error) !== "";
  if (!isOutage) throw error;
  return {
    fault: "unwritable",
    message: `The store of files did not take the file (${codeOf(error) || name}).`,
  };
}

/** Null for what is not there. */
async function orNull<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
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

/** The size of the whole, of `bytes 0-9/1234`. */
function bytesOf(contentRange: string | undefined): number | null {
  const total = contentRange?.split("/")[1];
  return total === undefined || total === "*" ? null : Number(total);
}
