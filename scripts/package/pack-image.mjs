// npm run pack-image [-- [--full] [--base IMAGE] [--tag NAME]]: builds an image with buildah, which needs no Docker. Without --base
// the base is made by debootstrap, for machines that reach a mirror of Debian and no registry. Needs root, or a user
// whom buildah may serve.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { ROOT } from "../setup.mjs";

const MIRROR = "http://deb.debian.org/debian";
const SUITE = "bookworm";
/** In a chroot it needs no container runtime; only the format of Docker has health checks. */
const BUILD = ["--isolation", "chroot", "--format", "docker", "--layers=false"];
/** Files of Debian that no program in the image reads. */
const UNUSED = [
  "usr/share/doc",
  "usr/share/man",
  "usr/share/locale",
  "usr/share/info",
  "var/cache",
  "var/lib/apt/lists",
];

const { values } = parseArgs({
  options: {
    full: { type: "boolean", default: false },
    base: { type: "string" },
    tag: { type: "string" },
    mirror: { type: "string", default: MIRROR },
  },
});
const { version } = JSON.parse(await readFile(join(ROOT, "package.json"), "utf8"));
const tag = values.tag ?? `vedette:${version}${values.full ? "-full" : ""}`;
const context = await mkdtemp(join(tmpdir(), "vedette-image-"));
try {
  const base = values.base ?? (await debianImage(values.mirror));
  await run(process.execPath, [join(ROOT, "scripts", "package", "unpack-server.mjs"), join(context, "app")]);
  await writeFile(
    join(context, "Dockerfile"),
    finalStages(await readFile(join(ROOT, "deploy", "Dockerfile"), "utf8")),
  );
  const labels = await labelsOf(version);
  await run("buildah", [
    ...["bud", ...BUILD, "--build-arg", `BASE_IMAGE=${base}`],
    ...labels.flatMap((label) => ["--label", label]),
    ...(values.full ? ["--target", "full"] : []),
    ...["--tag", tag, context],
  ]);
  process.stdout.write(`${tag}\n`);
} finally {
  await rm(context, { recursive: true });
}

/** The Dockerfile without the stage that builds, which has happened already on this machine. */
function finalStages(text) {
  const stage = text.search(/^FROM \S+ AS base$/m);
  const fromStage = "COPY --from=built --chown=root:root /app /app";
  if (stage === -1 || !text.includes(fromStage)) {
    throw new Error(`deploy/Dockerfile needs a stage 'base' with '${fromStage}'.`);
  }
  return `ARG BASE_IMAGE\n${text.slice(stage).replace(fromStage, "COPY --chown=root:root app /app")}`;
}

/** An image of a minimal Debian. The cached one is used again; `buildah rmi` removes it. */
async function debianImage(mirror) {
  const name = `localhost/vedette-debian:${SUITE}`;
  if (await succeeds("buildah", ["inspect", "--type", "image", name])) return name;
  const folder = await mkdtemp(join(tmpdir(), "vedette-debian-"));
  const root = join(folder, "root");
  try {
    await mkdir(root);
    await run("debootstrap", ["--variant=minbase", SUITE, root, mirror]);
    await Promise.all(UNUSED.map((path) => rm(join(root, path), { recursive: true, force: true })));
    await mkdir(join(root, "var/cache/apt/archives/partial"), { recursive: true });
    await mkdir(join(root, "var/lib/apt/lists/partial"), { recursive: true });
    await writeFile(join(folder, "Dockerfile"), 'FROM scratch\nCOPY root /\nCMD ["/bin/sh"]\n');
    await run("buildah", ["bud", ...BUILD, "--tag", name, folder]);
    return name;
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Source: the annotations of the OCI image specification. */
async function labelsOf(imageVersion) {
  const revision = (await output("git", ["-C", ROOT, "rev-parse", "HEAD"])).trim();
  const created = (await output("git", ["-C", ROOT, "log", "-1", "--format=%cI"])).trim();
  const labels = {
    title: "Vedette",
    description: "Self-hosted monitoring of websites, APIs and user journeys",
    ...{ version: imageVersion, revision, created, licenses: "MIT" },
  };
  return Object.entries(labels).map(([name, value]) => `org.opencontainers.image.${name}=${value}`);
}

async function run(command, args) {
  const child = spawn(command, args, { stdio: ["ignore", 2, "inherit"] });
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error(`${command} ended with code ${code}.`);
}

async function succeeds(command, args) {
  const [code] = await once(spawn(command, args, { stdio: "ignore" }), "exit");
  return code === 0;
}

async function output(command, args) {
  const child = spawn(command, args, { stdio: ["ignore", "pipe", "inherit"] });
  let text = "";
  child.stdout.setEncoding("utf8").on("data", (chunk) => {
    text += chunk;
  });
  const [code] = await once(child, "close");
  if (code !== 0) throw new Error(`${command} ended with code ${code}.`);
  return text;
}
