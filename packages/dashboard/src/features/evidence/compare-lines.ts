/** Compares two texts line by line. */

export type ComparedLine = { text: string; isChanged: boolean };

/** Adjacent lines that are all changed or all unchanged. `start` is the number of the first one, from 0. */
export type LineBlock = { start: number; text: string; isChanged: boolean };

export function blocksOf(lines: readonly ComparedLine[]): LineBlock[] {
  const blocks: LineBlock[] = [];
  for (const [start, { text, isChanged }] of lines.entries()) {
    const last = blocks.at(-1);
    if (last?.isChanged === isChanged) last.text += `\n${text}`;
    else blocks.push({ start, text, isChanged });
  }
  return blocks;
}

/** Above this number of lines, a line counts as unchanged if the other text contains it anywhere. */
const ALIGNED_LINES_MAX = 500;

/** Returns the lines of both texts. A line is changed if it is not part of their longest common subsequence. */
export function compareLines(one: string, other: string): [ComparedLine[], ComparedLine[]] {
  const [a, b] = [one.split("\n"), other.split("\n")];
  const [commonA, commonB] =
    Math.max(a.length, b.length) > ALIGNED_LINES_MAX ? sharedLines(a, b) : commonLines(a, b);
  return [markedLines(a, commonA), markedLines(b, commonB)];
}

function markedLines(lines: readonly string[], common: ReadonlySet<number>): ComparedLine[] {
  return lines.map((text, index) => ({ text, isChanged: !common.has(index) }));
}

function sharedLines(a: readonly string[], b: readonly string[]): [Set<number>, Set<number>] {
  const indexesIn = (lines: readonly string[], others: ReadonlySet<string>) =>
    new Set(lines.flatMap((line, index) => (others.has(line) ? [index] : [])));
  return [indexesIn(a, new Set(b)), indexesIn(b, new Set(a))];
}

/** The longest common subsequence, by dynamic programming from the end. */
function commonLines(a: readonly string[], b: readonly string[]): [Set<number>, Set<number>] {
  const width = b.length + 1;
  const lengths = new Uint16Array((a.length + 1) * width);
  const at = (i: number, j: number) => lengths[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      lengths[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  const common: [Set<number>, Set<number>] = [new Set(), new Set()];
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    if (a[i] === b[j]) {
      common[0].add(i++);
      common[1].add(j++);
    } else if (at(i + 1, j) >= at(i, j + 1)) i++;
    else j++;
  }
  return common;
}
