// The program of the child process that runs TypeScript files of users: imports them, and writes what they declare to file
// descriptor 3. It needs Node 22.18, which strips types itself.
import { writeSync } from "node:fs";
import { registerHooks } from "node:module";
import { isAbsolute, relative } from "node:path";
import process from "node:process";
import { fileURLToPath, pathToFileURL } from "node:url";

const PACKAGE = "@vedette/code";
const [root = "", ownPackage = "", ...files] = process.argv.slice(2);

// A project that has not installed the package uses the copy of this program.
registerHooks({
  resolve(specifier, context, next) {
    try {
      return next(specifier, context);
    } catch (error) {
      if (specifier !== PACKAGE) throw error;
      return { url: ownPackage, shortCircuit: true };
    }
  },
});

type Place = { file: string; line: number; column: number };
const faults: { position: Place; message: string }[] = [];

for (const file of files) {
  try {
    await import(pathToFileURL(`${root}/${file}`).href);
  } catch (error) {
    faults.push(faultOf(error, file));
  }
}
finish();

function finish(): void {
  const registry = globalThis as { [key: symbol]: unknown };
  const list = (registry[Symbol.for("vedette.code.declarations")] ?? []) as {
    path: unknown;
    value: unknown;
    position: Place;
  }[];
  const declarations = list.flatMap(({ path, value, position }) => {
    const place = { ...position, file: nameOf(position.file) };
    try {
      return [{ path, json: JSON.stringify(value) ?? "null", position: place }];
    } catch (error) {
      // A bigint, or an object that contains itself.
      faults.push({ position: place, message: error instanceof Error ? error.message : String(error) });
      return [];
    }
  });
  writeAll(JSON.stringify({ declarations, faults }));
  // Timers and sockets of the files would keep the process.
  process.exit(0);
}

function writeAll(text: string): void {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; ) {
    try {
      at += writeSync(3, bytes, at);
    } catch (error) {
      // The pipe is full.
      if (!(error instanceof Error && "code" in error && error.code === "EAGAIN")) throw error;
    }
  }
}

function faultOf(error: unknown, file: string): { position: Place; message: string } {
  const position = { file, line: 1, column: 1 };
  if (!(error instanceof Error)) return { position, message: `throws ${String(error)}` };
  const [first = "", ...lines] = String(error.stack).split("\n");
  const syntax = /^(.+):(\d+)$/.exec(first);
  if (syntax) {
    const marks = lines.find((line) => /^ *\^+ *$/.test(line));
    const place = {
      file: nameOf(syntax[1] ?? ""),
      line: Number(syntax[2]),
      column: Math.max(0, marks?.indexOf("^") ?? 0) + 1,
    };
    return { position: place, message: `${error.name}: ${error.message}` };
  }
  const places = [...String(error.stack).matchAll(/(file:\/\/\S+?):(\d+):(\d+)(?=[\s)]|$)/g)].map(
    ([, url, line, column]) => ({ file: nameOf(url ?? ""), line: Number(line), column: Number(column) }),
  );
  const own = places.find((place) => !place.file.startsWith("..") && !place.file.includes("node_modules"));
  return { position: own ?? position, message: `${error.name}: ${error.message}` };
}

/** Returns the name of a file, by its URL or its path, relative to the root. */
function nameOf(url: string): string {
  const path = url.startsWith("file:") ? fileURLToPath(url) : url;
  return isAbsolute(path) ? relative(root, path).replaceAll("\\", "/") : path;
}
