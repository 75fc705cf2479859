import type { z } from "zod";
import { badFields } from "./errors.ts";

/** Encodes a list position as opaque text for `meta.next_cursor`. The format is not part of the API. */
export function encodeCursor(position: unknown): string {
  return Buffer.from(JSON.stringify(position)).toString("base64url");
}

/** Decodes the position in a cursor. Throws a bad request if it does not match `shape`. */
export function decodeCursor<T>(cursor: string, shape: z.ZodType<T>): T {
  const position = shape.safeParse(parse(cursor));
  if (!position.success) {
    throw badFields([
      { path: "cursor", message: "is not a valid cursor; use `meta.next_cursor` of the previous page" },
    ]);
  }
  return position.data;
}

function parse(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, "base64url").toString("utf8"));
  } catch {
    return undefined;
  }
}
