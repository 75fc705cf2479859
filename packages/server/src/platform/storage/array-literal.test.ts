import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestDatabase, testDatabase } from "../../../test/database/database.ts";
import { intArray, textArray } from "./array-literal.ts";
import { sql } from "./sql.ts";

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.drop());

const RUNS = { numRuns: 60 };

describe("array literals", () => {
  test("round-trips numbers and nulls through the database", async () => {
    const int4 = fc.option(fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }));
    await fc.assert(
      fc.asyncProperty(fc.array(int4), async (values) => {
        const row = await db.database.find<{ back: unknown }>(
          sql`select ${intArray(values)}::int4[] as back`,
        );
        expect(row?.back).toEqual(values);
      }),
      RUNS,
    );
  });

  test("round-trips strings and nulls through the database", async () => {
    // PostgreSQL stores any text without the character NUL.
    const text = fc
      .string({ unit: "binary" })
      .filter((value) => !value.includes("\0") && value.isWellFormed());
    const awkward = fc.constantFrom("", "NULL", "null", '"', "\\", "{", "},{", " ", "a,b", "\n", '\\"', "'");
    await fc.assert(
      fc.asyncProperty(fc.array(fc.option(fc.oneof(text, awkward))), async (values) => {
        const row = await db.database.find<{ back: unknown }>(
          sql`select ${textArray(values)}::text[] as back`,
        );
        expect(row?.back).toEqual(values);
      }),
      RUNS,
    );
  });
});
