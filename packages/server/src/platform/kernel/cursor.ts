import type { z } from "zod";
import { badFields } from "./errors.ts";

/** A place in a list as opaque text for `meta.next_cursor`. The shape is nobody's promise. */
export function encodeCursor(place: unknown): string {
  return Buffer.from(JSON.stringify(place)).toString("base64url");
}

/** The place that a caller sent back. Whatever `shape` does not accept is a bad request. */
export function decodeCursor<T>(cursor: string, shape: z.ZodType<T>): T {
  const place = shape.safeParse(parse(cursor));
  if (!place.success) {
    throw badFields([
      { path: "cursor", message: "is not one of ours; take it from `meta.next_cursor` of the page before" },
    ]);
  }
  return place.data;
}

function parse(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, "base64url").toString("utf8"));
  } catch {
    return undefined;
  }
}
