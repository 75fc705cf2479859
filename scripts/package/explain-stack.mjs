// node scripts/package/explain-stack.mjs < log: replaces positions in the bundle, as a log shows them, by those in the
// sources. Builds the bundle of this checkout once more with source maps, so it must be the version that wrote the log.
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { SourceMap } from "node:module";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import process from "node:process";
import { text } from "node:stream/consumers";
import { bundleServer } from "./bundle-server.mjs";

/** Such as `file:///app/packages/server/dist/serve-BRHXMgW-.mjs:1:10459`. */
const POSITION = /(?:file:\/\/)?[^\s("]*\/dist\/(?<chunk>[\w.-]+\.mjs):(?<line>\d+):(?<column>\d+)/g;

const log = await text(process.stdin);
const folder = await mkdtemp(join(tmpdir(), "vedette-maps-"));
try {
  await bundleServer(folder, { withMaps: true });
  const maps = new Map();
  for (const { groups } of log.matchAll(POSITION)) {
    const file = join(folder, groups.chunk);
    if (maps.has(groups.chunk) || !existsSync(`${file}.map`)) continue;
    const map = new SourceMap(JSON.parse(await readFile(`${file}.map`, "utf8")));
    maps.set(groups.chunk, { map, lines: (await readFile(file, "utf8")).split("\n") });
  }
  process.stdout.write(log.replaceAll(POSITION, (...match) => explain(match[0], match.at(-1), maps)));
} finally {
  await rm(folder, { recursive: true });
}

/** Returns the position itself if this checkout has no such chunk: it is of another version. */
function explain(position, { chunk, line, column }, maps) {
  const found = maps.get(chunk);
  const text = found?.lines[Number(line) - 1];
  if (text === undefined) return position;
  const origin = found.map.findOrigin(Number(line), unescapedColumn(text, Number(column)));
  if (origin.fileName === undefined) return position;
  return `${relative(process.cwd(), resolve(folder, origin.fileName))}:${origin.lineNumber}:${origin.columnNumber}`;
}

const ESCAPE_WIDTH = String.raw`\u0000`.length;

/** The served bundle escapes the characters beyond ASCII, which moves what follows on their line. */
function unescapedColumn(text, column) {
  let [escaped, index] = [1, 0];
  while (escaped < column && index < text.length) {
    escaped += text.charCodeAt(index) < 0x80 ? 1 : ESCAPE_WIDTH;
    index += 1;
  }
  return index + 1;
}
