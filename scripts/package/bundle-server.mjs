// node scripts/package/bundle-server.mjs: bundles the server into packages/server/dist, one entry for the command line and one for
// each thread and process; they share chunks. See docs/adr/0094-bundle.md.
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, join, relative } from "node:path";
import process from "node:process";
import { fileURLToPath, pathToFileURL } from "node:url";
import { lightPackages } from "./light-packages.mjs";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const SERVER = join(ROOT, "packages", "server");
const SOURCES = join(SERVER, "src");
/** Written last into the bundle; see bin/launch.mjs. */
const STAMP = ".built";

/** Packages that read files of their own, or that start other programs of theirs. */
export const EXTERNAL_PACKAGES = ["@fastify/swagger-ui", "@playwright/test", "playwright-core", "web-vitals"];

/** A server that runs may still load the chunks of an earlier bundle. */
const KEPT_MS = 7 * 86_400_000;

/** Builds beside the folder and then moves the files into it, entries last, so that a start meanwhile finds whole files. */
export async function bundleServer(folder = join(SERVER, "dist"), { withMaps = false } = {}) {
  const startedAt = new Date();
  const building = `${folder}.${process.pid}`;
  try {
    const modules = await build(building, withMaps);
    await mkdir(folder, { recursive: true });
    await removeEarlier(folder);
    const names = await readdir(building);
    const isEntry = (name) => !/-[\w-]{8}\.mjs$/.test(name);
    for (const name of names.sort((a, b) => Number(isEntry(a)) - Number(isEntry(b)))) {
      await rename(join(building, name), join(folder, name));
    }
    await writeFile(join(folder, STAMP), "");
    // A source that changes during the build is newer than the stamp.
    await utimes(join(folder, STAMP), startedAt, startedAt);
    return modules;
  } finally {
    await rm(building, { recursive: true, force: true });
  }
}

async function removeEarlier(folder) {
  await rm(join(folder, ".compiled"), { recursive: true, force: true });
  for (const name of await readdir(folder)) {
    const { mtimeMs } = await stat(join(folder, name));
    if (mtimeMs < Date.now() - KEPT_MS) await rm(join(folder, name), { recursive: true, force: true });
  }
}

/** Returns the paths of the modules in the bundle. */
async function build(folder, withMaps) {
  const { rolldown } = await import("rolldown");
  await mkdir(folder, { recursive: true });
  const bundle = await rolldown({
    input: await entries(),
    cwd: ROOT,
    platform: "node",
    plugins: [lightHttp(), lightPackages()],
    external: [
      /^node:(?!http$)/,
      ...EXTERNAL_PACKAGES.map((name) => new RegExp(`^${name}(/|$)`)),
      "pg-native",
    ],
    // Its modules read JSON files by their place; this build has them inside.
    resolve: { alias: { "css-tree": join(ROOT, "node_modules", "css-tree", "dist", "csstree.esm.js") } },
    transform: { target: "node24" },
    // pg loads pg-native only if it is asked for; fastify's optional parts are not installed.
    onLog: (level, log, handle) => (level === "warn" ? undefined : handle(level, log)),
  });
  const { output } = await bundle.write({
    dir: folder,
    format: "esm",
    // Not named by the chunks: Node would read them all.
    sourcemap: withMaps && "hidden",
    entryFileNames: "[name].mjs",
    chunkFileNames: "[name]-[hash].mjs",
    // The stack of an error names the functions of the sources. Source maps would cost 75 MB: Node reads all at the start.
    minify: { mangle: { keepNames: true }, compress: false, codegen: { removeWhitespace: true } },
  });
  await bundle.close();
  // Maps are of the text before it; explain-stack.mjs knows the width of each escape.
  for (const chunk of withMaps ? [] : output) {
    if (chunk.type !== "chunk") continue;
    const path = join(folder, chunk.fileName);
    await writeFile(path, oneByte(await readFile(path, "utf8")));
  }
  return output.flatMap((chunk) => (chunk.type === "chunk" ? chunk.moduleIds : []));
}

/** Exports of `node:http` whose first use loads undici. */
const OF_UNDICI = ["CloseEvent", "MessageEvent", "WebSocket"];

/**
 * An import of `node:http` reads all of its exports, and with them loads undici: 9 MB in the first thread that does, and 11 MB
 * of Node's program file. This gives imports the same module without these exports.
 */
function lightHttp() {
  const id = "\0light-http";
  return {
    name: "light-http",
    resolveId: (source, _importer, { kind }) =>
      /^(?:node:)?http$/.test(source) && kind !== "require-call" ? id : null,
    load(asked) {
      if (asked !== id) return null;
      const names = Object.keys(createRequire(import.meta.url)("node:http")).filter(
        (name) => !OF_UNDICI.includes(name),
      );
      return `const http = process.getBuiltinModule("node:http"); export default http; export const { ${names.join(", ")} } = http;`;
    },
  };
}

/** `main`, and the argument of each `programFile` in the sources. */
async function entries() {
  const sources = (await readdir(SOURCES, { recursive: true })).filter(
    (path) => path.endsWith(".ts") && !path.endsWith(".test.ts"),
  );
  const texts = await Promise.all(sources.map((path) => readFile(join(SOURCES, path), "utf8")));
  const programs = texts.flatMap((text) =>
    [...text.matchAll(/programFile\(\s*"([^"]+)"\s*,?\s*\)/g)].map(([, path]) => path),
  );
  return Object.fromEntries(
    ["main.ts", ...programs].map((path) => [basename(path, ".ts"), join(SOURCES, path)]),
  );
}

/**
 * Escapes characters beyond ASCII: a source with one of them is kept as two bytes for each character, which doubles the
 * memory of a chunk.
 */
function oneByte(code) {
  return code.replace(
    /[\u0080-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const startedAt = performance.now();
  const modules = await bundleServer();
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
  process.stdout.write(`${relative(ROOT, SERVER)}/dist: ${modules.length} modules in ${seconds} s\n`);
}
