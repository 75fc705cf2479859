import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Sql, sql } from "./sql.ts";

/** A random statement, and the values it must contain in order. */
type Sample = { statement: Sql; values: unknown[] };

const sample: fc.Arbitrary<Sample> = fc.letrec<{ sample: Sample }>((tie) => {
  const leaf: fc.Arbitrary<Sample> = fc
    .anything()
    .map((value) => ({ statement: sql`value ${value}`, values: [value] }));
  const bare: fc.Arbitrary<Sample> = fc.constant({ statement: sql`now()`, values: [] });
  const nested: fc.Arbitrary<Sample> = fc
    .tuple(tie("sample"), fc.string(), tie("sample"))
    .map(([left, value, right]) => ({
      statement: sql`(${left.statement} and ${value} or ${right.statement})`,
      values: [...left.values, value, ...right.values],
    }));
  return { sample: fc.oneof({ maxDepth: 5 }, leaf, bare, nested) };
}).sample;

describe("sql", () => {
  test("numbers the values of nested fragments in order", () => {
    fc.assert(
      fc.property(sample, ({ statement, values }) => {
        expect(statement.values).toEqual(values);
        const numbers = [...statement.text.matchAll(/\$(\d+)/g)].map((match) => Number(match[1]));
        expect(numbers).toEqual(values.map((_, index) => index + 1));
      }),
    );
  });

  test("produces text that depends on the shape alone, never on a value", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (first, second) => {
        const shape = (value: string) => sql`select ${value} where ${sql`name = ${value}`}`.text;
        expect(shape(first)).toBe(shape(second));
      }),
    );
  });

  test("treats an object that only looks like a fragment as a value", () => {
    const forged = { text: "drop table monitor", values: [] };
    expect(sql`select ${forged}`).toMatchObject({ text: "select $1", values: [forged] });
  });

  test("allows one fragment twice in a statement", () => {
    const part = sql`id = ${7}`;
    expect(sql`${part} or ${part}`).toMatchObject({ text: "id = $1 or id = $2", values: [7, 7] });
  });
});
