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
import { codeOf, noSpaceLeft } from "./artifact-errors.ts";
import { isArtifactKey, newArtifactKey } from "./artifact-key.ts";
import { bounded, inputOf, removeSource, SourceError } from "./artifact-source.ts";
import {
  type ArtifactError,
  type ArtifactSource,
  type ArtifactStore,
  assertReadable,
  type ByteRange,
  type LinkedFile,
  type OpenedArtifact,
  type SavedArtifact,
  type SaveLimit,
} from "./artifact-store.ts";

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

/**
 * Artifacts as objects in one bucket, which every API and every runner can access. Objects are stored completely or not
 * at all: larger ones are uploaded in parts and become visible with the last part.
 */
export class S3Artifacts implements ArtifactStore {
  readonly link: ArtifactStore["link"];
  readonly #client: S3Client;
  readonly #linkClient: S3Client | null;
  readonly #bucket: string;
  readonly #prefix: string;

  constructor({ client, bucket, prefix, linkClient }: S3ArtifactsOptions) {
    this.#client = client;
    this.#linkClient = linkClient;
    this.#bucket = bucket;
    this.#prefix = prefix;
    this.link = linkClient && ((key, file) => signedUrl(linkClient, this.#at(key), file));
  }

  async save(source: ArtifactSource, { bytesMax }: SaveLimit): Promise<SavedArtifact | ArtifactError> {
    const key = newArtifactKey();
    const upload = prepareUpload(source, bytesMax);
    try {
      await sendObject(this.#client, { ...this.#at(key), Body: await upload.open() });
    } catch (error) {
      return upload.error() ?? toArtifactError(error);
    }
    await removeSource(source);
    return { key, bytes: upload.bytes() };
  }

  async put(key: string, content: AsyncIterable<Buffer>): Promise<void> {
    if (!isArtifactKey(key)) throw new Error("this is not the key of an artifact");
    await sendObject(this.#client, { ...this.#at(key), Body: Readable.from(content, { objectMode: false }) });
  }

  async read(key: string): Promise<Buffer | null> {
    const found = await this.#get(key);
    if (found === null) return null;
    try {
      assertReadable(found.bytes);
    } catch (error) {
      found.stream.destroy();
      throw error;
    }
    return Buffer.concat(await found.stream.toArray());
  }

  async open(key: string, range?: ByteRange): Promise<OpenedArtifact | null> {
    try {
      return await this.#get(key, range);
    } catch (error) {
      if (!isNamed(error, "InvalidRange")) throw error;
      // An object has no range beyond its end, while a file has an empty one.
      const head = await orNull(this.#client.send(new HeadObjectCommand(this.#at(key))));
      return head && { stream: Readable.from([]), bytes: head.ContentLength ?? 0 };
    }
  }

  async remove(keys: readonly string[]): Promise<void> {
    const known = keys.filter(isArtifactKey);
    // One by one: several S3-compatible stores do not support bulk deletion.
    for (let index = 0; index < known.length; index += REMOVALS_AT_ONCE) {
      const batch = known.slice(index, index + REMOVALS_AT_ONCE);
      await Promise.all(
        batch.map((key) => orNull(this.#client.send(new DeleteObjectCommand(this.#at(key))))),
      );
    }
  }

  async *list(storedBefore: Date): AsyncGenerator<string> {
    let ContinuationToken: string | undefined;
    do {
      const page = await this.#client.send(
        new ListObjectsV2Command({ Bucket: this.#bucket, Prefix: this.#prefix, ContinuationToken }),
      );
      for (const { Key, LastModified } of page.Contents ?? []) {
        const key = Key?.slice(this.#prefix.length) ?? "";
        if (isArtifactKey(key) && LastModified && LastModified < storedBefore) yield key;
      }
      ContinuationToken = page.NextContinuationToken;
    } while (ContinuationToken);
  }

  async removeUnfinished(untouchedSince: Date): Promise<number> {
    const Bucket = this.#bucket;
    const known = await unfinishedUploads(this.#client, { Bucket, Prefix: this.#prefix });
    const old = known.filter(({ Initiated }) => Initiated !== undefined && Initiated < untouchedSince);
    for (const { Key, UploadId } of old) {
      await orNull(this.#client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId })));
    }
    return old.length;
  }

  close(): void {
    this.#client.destroy();
    this.#linkClient?.destroy();
  }

  async #get(key: string, range?: ByteRange): Promise<OpenedArtifact | null> {
    if (!isArtifactKey(key)) return null;
    const Range = range && `bytes=${range.start}-${range.end}`;
    const found = await orNull(this.#client.send(new GetObjectCommand({ ...this.#at(key), Range })));
    if (!found) return null;
    if (!(found.Body instanceof Readable)) throw new Error("the S3 client did not return a Node stream");
    return { stream: found.Body, bytes: totalBytes(found.ContentRange) ?? found.ContentLength ?? 0 };
  }

  #at(key: string): { Bucket: string; Key: string } {
    return { Bucket: this.#bucket, Key: `${this.#prefix}${key}` };
  }
}

function signedUrl(
  client: S3Client,
  at: { Bucket: string; Key: string },
  { contentType, fileName, seconds }: LinkedFile,
): Promise<string> {
  const command = new GetObjectCommand({
    ...at,
    // The signed headers determine how a browser treats the file, not the store.
    ResponseContentType: contentType,
    ResponseContentDisposition: `attachment; filename="${fileName}"`,
    ResponseCacheControl: "private, no-store",
  });
  return getSignedUrl(client, command, { expiresIn: seconds });
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
      if (isNamed(failure, "ENOSPC")) return noSpaceLeft();
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

/** Returns the total size from a header such as `bytes 0-9/1234`. */
function totalBytes(contentRange: string | undefined): number | null {
  const total = contentRange?.split("/")[1];
  return total === undefined || total === "*" ? null : Number(total);
}
