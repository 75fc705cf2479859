import fc from "fast-check";
import { expect, test } from "vitest";
import { csvText } from "./csv-text.ts";

test("lines end in CRLF, and only cells that need it are quoted", () => {
  const rows = [
    ["2026-11-27T12:00:00.000Z", 12.5, null],
    ['say "hi"', "a,b", "two\nlines"],
  ];
  expect(csvText({ header: ["time_utc", "p95 (ms)", "note"], rows })).toBe(
    'time_utc,p95 (ms),note\r\n2026-11-27T12:00:00.000Z,12.5,\r\n"say ""hi""","a,b","two\nlines"\r\n',
  );
});

test.each(["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1"])("%j is no formula in a spreadsheet", (text) => {
  const [, cell = ""] = csvText({ header: ["x"], rows: [[text]] })
    .split("\r\n", 2)
    .concat("");
  expect(csvText({ header: [text], rows: [] })).toMatch(/^"?'/);
  expect(cell === "" || /^"?'/.test(cell)).toBe(true);
});

test("a negative number stays a number", () => {
  expect(csvText({ header: ["x"], rows: [[-1.5]] })).toBe("x\r\n-1.5\r\n");
});

test("any table is read back as it was, apart from the apostrophes", () => {
  const cell = fc.string({ unit: fc.constantFrom("a", ",", '"', "\r", "\n", "=", "é", "😀") });
  const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 2 }), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(table, (rows) => {
      const [header = [], ...rest] = parse(csvText({ header: rows[0] ?? [], rows: rows.slice(1) }));
      const guarded = rows.map((cells) => cells.map((text) => (/^[=\r]/.test(text) ? `'${text}` : text)));
      expect([header, ...rest]).toEqual(guarded);
    }),
  );
});

/** Reads CSV by the grammar of RFC 4180. */
function parse(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let rest = text;
  while (rest !== "") {
    const match = /^(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/.exec(rest);
    if (!match) throw new Error(`not CSV: ${JSON.stringify(rest)}`);
    row.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? "");
    if (match[3] !== ",") {
      rows.push(row);
      row = [];
    }
    rest = rest.slice(match[0].length);
  }
  return rows;
}
