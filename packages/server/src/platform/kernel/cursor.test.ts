import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { decodeCursor, encodeCursor } from "./cursor.ts";
import type { AppError } from "./errors.ts";

const shape = z.tuple([z.number().int(), z.string()]);

describe("cursor", () => {
  test("decodes an encoded position", () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), fc.string({ unit: "binary" }), (at, name) => {
        expect(decodeCursor(encodeCursor([at, name]), shape)).toEqual([at, name]);
      }),
    );
  });

  test.each(["", "nonsense", encodeCursor([1]), encodeCursor({ at: 1 }), encodeCursor(["1", "a"]), "bnVsbA"])(
    "rejects %j as a bad request that names the cursor",
    (cursor) => {
      expect(() => decodeCursor(cursor, shape)).toThrow(
        expect.objectContaining({
          code: "BAD_REQUEST",
          details: [expect.objectContaining({ path: "cursor" })],
        }) as AppError,
      );
    },
  );
});
