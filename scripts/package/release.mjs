// npm run release -- vX.Y.Z [--out FOLDER] [--platform P]… [--without-tests] [--without-images]: builds everything that a release
// consists of from a tagged commit, and writes SHA256SUMS. Publishes nothing. See docs/guide/install.md.
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { runAloud, runQuietly } from "../run-command.mjs";
import { afterSetup, ROOT, SetupError } from "../setup.mjs";
import { PLATFORMS } from "./platform-packages.mjs";
import { releaseErrors } from "./release-errors.mjs";

const MANIFESTS = [
  "package.json",
  ...["server", "cli", "code"].map((name) => `packages/${name}/package.json`),
];
/** Beside each tarball, so that they can be read before it is installed. */
const NOTICES = { "sbom.cdx.json": "sbom.cdx.json", "THIRD-PARTY-LICENSES.txt": "licenses.txt" };

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    out: { type: "string", default: "dist/release" },
    platform: {
      type: "string",
      multiple: true,
      default: PLATFORMS.filter((name) => name.startsWith("linux-")),
    },
    "without-tests": { type: "boolean", default: false },
    "without-images": { type: "boolean", default: false },
  },
});

await afterSetup(async () => {
  const version = await assertReleasable(positionals[0]);
  const out = resolve(values.out);
  await rm(out, { recursive: true, force: true });
  await mkdir(out, { recursive: true });
  // Of the commit, for files that are the same in each run.
  process.env.SOURCE_DATE_EPOCH = await git("log", "-1", "--format=%ct");
  if (!values["without-tests"]) {
    await run("npm", ["run", "check"]);
    await run("npm", ["test"]);
  }
  for (const platform of values.platform) {
    await run(process.execPath, [script("package/pack-server.mjs"), out, platform]);
    await copyNotices(join(out, `vedette-${version}-${platform}.tgz`));
  }
  await run(process.execPath, [script("pack-cli.mjs"), out]);
  await run("npm", [
    "pack",
    "--ignore-scripts=false",
    "--workspace",
    "@vedette/code",
    "--pack-destination",
    out,
  ]);
  if (!values["without-images"]) await buildImages(out, version);
  await writeSums(out);
  process.stdout.write(`${out}\n`);
});

/** Returns the version. */
async function assertReleasable(tag) {
  if (tag === undefined) throw new SetupError("Usage: npm run release -- vX.Y.Z");
  const versions = {};
  for (const path of MANIFESTS) versions[path] = JSON.parse(await readFile(join(ROOT, path), "utf8")).version;
  const tagged = await git("rev-parse", "--verify", "--quiet", `${tag}^{commit}`).catch(() => null);
  const [head, changes] = [await git("rev-parse", "HEAD"), await git("status", "--porcelain")];
  const errors = releaseErrors({ tag, head, tagged, changes, versions });
  if (errors.length > 0) throw new SetupError(errors.join("\n"));
  return versions["package.json"];
}

async function copyNotices(tarball) {
  const folder = await mkdtemp(join(tmpdir(), "vedette-release-"));
  try {
    const members = Object.keys(NOTICES).map((name) => `package/${name}`);
    await run("tar", ["xzf", tarball, "-C", folder, "--strip-components=1", ...members]);
    const stem = tarball.slice(0, -".tgz".length);
    for (const [from, to] of Object.entries(NOTICES)) await cp(join(folder, from), `${stem}.${to}`);
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function buildImages(out, version) {
  for (const [variant, options] of [
    ["", []],
    ["-full", ["--full"]],
  ]) {
    const tag = `localhost/vedette:${version}${variant}`;
    await run(process.execPath, [script("package/pack-image.mjs"), ...options, "--tag", tag]);
    // Only this format has health checks; `docker load` and `podman load` read it.
    const archive = join(out, `vedette-${version}${variant}-image-${process.arch}.tar`);
    await run("buildah", ["push", tag, `docker-archive:${archive}:vedette:${version}${variant}`]);
  }
}

/** In the format of sha256sum, which `sha256sum --check SHA256SUMS` reads. */
async function writeSums(out) {
  const lines = [];
  for (const name of (await readdir(out)).sort()) lines.push(`${await sha256Of(join(out, name))}  ${name}\n`);
  await writeFile(join(out, "SHA256SUMS"), lines.join(""));
}

async function sha256Of(path) {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  return hash.digest("hex");
}

async function git(...args) {
  const { code, output } = await runQuietly("git", args, { cwd: ROOT });
  if (code !== 0) throw new Error(`git ${args.join(" ")} failed: ${output}`);
  return output.trim();
}

async function run(command, args) {
  const { code } = await runAloud(command, args, { cwd: ROOT });
  if (code !== 0) throw new Error(`${command} ${args.join(" ")} ended with code ${code}.`);
}

function script(path) {
  return join(ROOT, "scripts", path);
}
