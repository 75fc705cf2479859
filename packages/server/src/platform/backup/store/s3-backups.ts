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
import { createObjectStoreClient, type ObjectStore } from "../../artifacts/object-store-client.ts";
import { StartError } from "../../kernel/errors.ts";
import { isBackupName } from "./backup-name.ts";
import type { BackupStore, StoredBackup } from "./backup-store.ts";

/** S3 accepts 10,000 parts: 160 GB. Two parts are buffered in memory. */
const PART_BYTES = 16 * 1_048_576;
const PARTS_AT_ONCE = 2;
/** An older unfinished upload is from a process that was killed: a backup takes at most some hours. */
const UNFINISHED_AGE_MS = 86_400_000;

/** Backups as objects below one prefix. An object becomes visible with its last part. */
export class S3Backups implements BackupStore {
  readonly #client: S3Client;
  readonly #bucket: string;
  readonly #prefix: string;

  constructor(place: ObjectStore, { bucket, prefix }: { bucket: string; prefix: string }) {
    this.#client = createObjectStoreClient(place);
    this.#bucket = bucket;
    this.#prefix = prefix;
  }

  placeOf(name: string): string {
    return `s3://${this.#bucket}/${this.#prefix}${name}`;
  }

  async save(name: string, content: AsyncIterable<Uint8Array>): Promise<number> {
    let bytes = 0;
    let failure: unknown;
    async function* counted(): AsyncGenerator<Uint8Array> {
      try {
        for await (const chunk of content) {
          bytes += chunk.length;
          yield chunk;
        }
      } catch (error) {
        failure = error;
        throw error;
      }
    }
    try {
      if (await this.#exists(name)) {
        throw new StartError(`${this.placeOf(name)} exists already: choose another name, or name a prefix.`);
      }
      const params = { ...this.#at(name), Body: Readable.from(counted(), { objectMode: false }) };
      const upload = { client: this.#client, params, partSize: PART_BYTES, queueSize: PARTS_AT_ONCE };
      await new Upload(upload).done();
    } catch (error) {
      if (failure !== undefined) throw failure;
      throw this.#toStartError(error, `The backup ${this.placeOf(name)} cannot be stored`);
    }
    return bytes;
  }

  async open(name: string): Promise<AsyncIterable<Uint8Array>> {
    try {
      const { Body } = await this.#client.send(new GetObjectCommand(this.#at(name)));
      if (Body instanceof Readable) return Body;
    } catch (error) {
      throw this.#toStartError(error, `The backup ${this.placeOf(name)} cannot be read`);
    }
    throw new Error("the S3 client did not return a Node stream");
  }

  async list(): Promise<StoredBackup[]> {
    const backups: StoredBackup[] = [];
    let ContinuationToken: string | undefined;
    do {
      const where = { Bucket: this.#bucket, Prefix: this.#prefix, ContinuationToken };
      const page = await this.#client.send(new ListObjectsV2Command(where)).catch((error: unknown) => {
        throw this.#toStartError(error, `Backups in ${this.placeOf("")} cannot be listed`);
      });
      for (const { Key = "", Size = 0 } of page.Contents ?? []) {
        const name = Key.slice(this.#prefix.length);
        if (isBackupName(name)) backups.push({ name, bytes: Size });
      }
      ContinuationToken = page.NextContinuationToken;
    } while (ContinuationToken);
    return backups.sort((one, other) => (one.name < other.name ? -1 : 1));
  }

  async remove(name: string): Promise<void> {
    await this.#client.send(new DeleteObjectCommand(this.#at(name)));
  }

  async removeUnfinished(nowMs: number): Promise<void> {
    const [Bucket, Prefix] = [this.#bucket, this.#prefix];
    const { Uploads = [] } = await this.#client
      .send(new ListMultipartUploadsCommand({ Bucket, Prefix }))
      .catch((error: unknown) => {
        // Some stores have no such list, and remove unfinished uploads on their own.
        if (error instanceof S3ServiceException && error.name === "NotImplemented") return { Uploads: [] };
        throw error;
      });
    for (const { Key = "", UploadId, Initiated } of Uploads) {
      const isOld = Initiated !== undefined && nowMs - Initiated.getTime() > UNFINISHED_AGE_MS;
      if (!isOld || !isBackupName(Key.slice(Prefix.length))) continue;
      await this.#client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }));
    }
  }

  close(): void {
    this.#client.destroy();
  }

  async #exists(name: string): Promise<boolean> {
    try {
      await this.#client.send(new HeadObjectCommand(this.#at(name)));
      return true;
    } catch (error) {
      if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404) return false;
      throw error;
    }
  }

  #at(name: string): { Bucket: string; Key: string } {
    return { Bucket: this.#bucket, Key: `${this.#prefix}${name}` };
  }

  #toStartError(error: unknown, what: string): unknown {
    if (error instanceof StartError || !(error instanceof Error)) return error;
    const isKnown = error instanceof S3ServiceException || "code" in error || error.name === "TimeoutError";
    if (!isKnown) return error;
    const status = error instanceof S3ServiceException ? (error.$metadata.httpStatusCode ?? 0) : 0;
    const code = "code" in error && typeof error.code === "string" ? error.code : error.name;
    const remedy =
      status === 404
        ? "check the bucket and the name"
        : status >= 400 && status < 500
          ? "check S3_ACCESS_KEY_ID and its permissions"
          : "check S3_ENDPOINT and S3_REGION, and try again";
    return new StartError(`${what} (${code}): ${remedy}.`, { cause: error });
  }
}
