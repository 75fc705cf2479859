import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

/** Rendered responses of one version of a page, each compressed once. */

/** A rendered response before it is stored. */
export type Rendered = { type: string; text: string; status?: number };

export type Copy = {
  type: string;
  status: number;
  etag: string;
  /** By content coding. */
  bodies: { identity: Buffer; gzip: Buffer; br: Buffer };
};

export type Coding = keyof Copy["bodies"];

/** Languages × addresses of one page, and months of its history; more would let a visitor fill the memory. */
const COPIES_MAX = 80;
/** Higher qualities shrink a page by 3 % and take 20 times as long. */
const BROTLI_QUALITY = 5;

const compressGzip = promisify(gzip);
const compressBrotli = promisify(brotliCompress);

export class Copies {
  readonly #copies = new Map<string, Promise<Copy>>();
  readonly #ready = new Map<string, Copy>();

  /** Returns the copy of a key, or renders it. Simultaneous requests share one rendering. */
  get(key: string, render: () => Promise<Rendered> | Rendered): Promise<Copy> {
    const known = this.#copies.get(key);
    if (known) return known;
    const copy = toCopy(render);
    if (this.#copies.size >= COPIES_MAX) this.#forget(this.#copies.keys().next().value ?? "");
    this.#copies.set(key, copy);
    copy.then(
      (ready) => {
        if (this.#copies.get(key) === copy) this.#ready.set(key, ready);
      },
      // A failure is not kept.
      () => this.#forget(key),
    );
    return copy;
  }

  /** Returns the copy of a key if it is rendered already. */
  find(key: string): Copy | null {
    return this.#ready.get(key) ?? null;
  }

  #forget(key: string): void {
    this.#copies.delete(key);
    this.#ready.delete(key);
  }
}

async function toCopy(render: () => Promise<Rendered> | Rendered): Promise<Copy> {
  const { type, text, status = 200 } = await render();
  const identity = Buffer.from(text);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: identity.length,
  };
  // zlib runs in the thread pool.
  const [zipped, br] = await Promise.all([
    compressGzip(identity, { level: 6 }),
    compressBrotli(identity, { params }),
  ]);
  const hash = createHash("sha256").update(identity).digest("base64url").slice(0, 22);
  return { type, status, etag: hash, bodies: { identity, gzip: zipped, br } };
}

/** Names a copy of a document among those of one version of a page. */
export function copyKey(shown: {
  path: string;
  base: string;
  language: string;
  isChosen: boolean;
  isOld: boolean;
}): string {
  return [shown.path, shown.base, shown.language, shown.isChosen, shown.isOld].join(" ");
}

/** The best coding that the client accepts. A coding with `q=0` is not accepted. */
export function chooseCoding(accepted: string | undefined): Coding {
  const codings = new Set(
    (accepted ?? "")
      .toLowerCase()
      .split(",")
      .map((part) => part.trim().split(/\s*;\s*/))
      .filter(([, weight]) => !/^q=0(\.0*)?$/.test(weight ?? ""))
      .map(([name]) => name),
  );
  if (codings.has("br")) return "br";
  return codings.has("gzip") ? "gzip" : "identity";
}
