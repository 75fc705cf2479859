import fc from "fast-check";
import { expect, test } from "vitest";
import { csvLine, csvText } from "./csv.ts";

/** Reads one line of RFC 4180 without any other rule. */
function parse(line: string): string[] {
  const cells: string[] = [];
  let [cell, isQuoted] = ["", false];
  for (let at = 0; at < line.length - 2; at++) {
    const character = line[at] ?? "";
    if (isQuoted && character === '"' && line[at + 1] === '"') cell += line[at++];
    else if (character === '"') isQuoted = !isQuoted;
    else if (character === "," && !isQuoted) [cell, cells[cells.length]] = ["", cell];
    else cell += character;
  }
  return [...cells, cell];
}

test("every text can be read back, and none is a formula", () => {
  const text = fc.string({
    unit: fc.constantFrom("=", "+", "-", "@", "\t", "\r", "\n", ",", '"', "'", "a", "é"),
  });
  fc.assert(
    fc.property(fc.array(text, { minLength: 1 }), (texts) => {
      const line = csvLine(texts.map(csvText));
      expect(line.endsWith("\r\n")).toBe(true);
      const cells = parse(line);
      expect(cells.map((cell, index) => (cell === texts[index] ? cell : cell.slice(1)))).toEqual(texts);
      for (const cell of cells) expect(cell).not.toMatch(/^[=+\-@\t\r]/);
    }),
  );
});

test("numbers stay numbers, and null is empty", () => {
  expect(csvLine([-1.5, null, csvText(null), "up", csvText("-1"), csvText("a,b")])).toBe(
    '-1.5,,,up,\'-1,"a,b"\r\n',
  );
});
