/** A ping as it was received, before its heartbeat is known. */
export type ReceivedPing = {
  address: PingAddress;
  /** What the URL says: null for the plain URL. */
  action: "start" | "fail" | "log" | { exitStatus: number } | null;
  rid: string | null;
  /** Measured by the sender, in milliseconds. */
  durationMs: number | null;
  receivedMs: number;
  method: string;
  source: string;
  userAgent: string | null;
  /** The beginning of the body, and its size. */
  body: Buffer;
  bodyBytes: number;
  /** Creates a heartbeat if the key is valid and the slug is not used. */
  isCreating: boolean;
};

/** How a sender identifies a heartbeat. */
export type PingAddress =
  | { by: "uuid"; uuid: string }
  | { by: "key"; keyHash: string; slug: string }
  /** A sender for another product. */
  | { by: "token"; token: string; slug: string | null };

/** Bytes of a body that are read; more are discarded. A secret at the end of the kept part is still found whole. */
export const BODY_READ_BYTES_MAX = 100_000 + 65_536;

export type PingAnswer =
  | { status: "stored" | "created"; bodyBytesMax: number }
  /** Kept in memory while the database is away. */
  | { status: "accepted" }
  | { status: "not_found" | "ambiguous" | "unavailable" }
  /** It could not be created. */
  | { status: "refused"; message: string };

/** Names an address uniquely. */
export function addressName(address: PingAddress): string {
  switch (address.by) {
    case "uuid":
      return address.uuid;
    case "key":
      return `${address.keyHash}/${address.slug}`;
    case "token":
      return `${address.token}/${address.slug ?? ""}`;
  }
}
