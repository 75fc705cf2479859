// npm run pack-image [-- [--full] [--arch x64|arm64] [--base IMAGE] [--tag NAME]]: builds an image with buildah, which needs no
// Docker. Without --base the base is made by debootstrap, for machines that reach a mirror of Debian and no registry. Needs
// root, or a user whom buildah may serve, and debian-archive-keyring. Another architecture needs qemu-user-static, because
// apt-get runs in the image. The layers of two images of one commit are the same, byte for byte, until Debian's packages change;
// buildah writes the random name of its container into the configuration.
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
/** Debian's names of the architectures, which buildah uses too. */
const ARCHITECTURES = { x64: "amd64", arm64: "arm64" };
/** Files of Debian that no program in the image reads, or that differ with each build. */
const UNUSED = [
  "usr/share/doc",
  "usr/share/man",
  "usr/share/locale",
  "usr/share/info",
  "var/cache",
  "var/lib/apt/lists",
  "var/log",
  // Of the machine that builds; a container gets its own.
  "etc/hostname",
  "etc/resolv.conf",
];
/** The updates are in the same layer, so that no package is in the image twice. */
const BASE_DOCKERFILE = `FROM scratch
COPY root /
RUN apt-get update && apt-get upgrade -y \\
  && rm -rf /var/lib/apt/lists/* /var/cache/apt/* /var/cache/debconf/*-old /var/cache/ldconfig/* /var/log/* \\
  && rm -rf /usr/share/doc/* /usr/share/man/* /usr/share/locale/*
CMD ["/bin/sh"]
`;
/** The time of all files of the base, which is made once for the images of many commits. */
const BASE_TIME = "0";

const { values } = parseArgs({
  options: {
    full: { type: "boolean", default: false },
    arch: { type: "string", default: process.arch },
    base: { type: "string" },
    tag: { type: "string" },
    mirror: { type: "string", default: MIRROR },
  },
});
const arch = ARCHITECTURES[values.arch];
if (arch === undefined) {
  throw new Error(
    `There is no image for '${values.arch}': use one of ${Object.keys(ARCHITECTURES).join(", ")}.`,
  );
}
const { version } = JSON.parse(await readFile(join(ROOT, "package.json"), "utf8"));
const tag = values.tag ?? `vedette:${version}${values.full ? "-full" : ""}`;
const context = await mkdtemp(join(tmpdir(), "vedette-image-"));
try {
  const base = values.base ?? (await debianImage(values.mirror));
  const commit = await readCommit();
  // The inventory of parts has this time.
  process.env.SOURCE_DATE_EPOCH = commit.time;
  const unpack = join(ROOT, "scripts", "package", "unpack-server.mjs");
  await run(process.execPath, [unpack, join(context, "app"), `linux-${values.arch}`]);
  await writeFile(
    join(context, "Dockerfile"),
    finalStages(await readFile(join(ROOT, "deploy", "Dockerfile"), "utf8")),
  );
  const labels = labelsOf(version, commit);
  await run("buildah", [
    ...["bud", ...BUILD, "--arch", arch, "--build-arg", `BASE_IMAGE=${base}`],
    ...["--timestamp", commit.time, "--build-arg", `SOURCE_DATE_EPOCH=${commit.time}`],
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
  const name = `localhost/vedette-debian:${SUITE}-${arch}`;
  if (await succeeds("buildah", ["inspect", "--type", "image", name])) return name;
  const folder = await mkdtemp(join(tmpdir(), "vedette-debian-"));
  const root = join(folder, "root");
  try {
    await mkdir(root);
    // Without Debian's keyring it would only warn, as on Ubuntu.
    const options = ["--variant=minbase", "--force-check-gpg", `--arch=${arch}`];
    await run("debootstrap", [...options, SUITE, root, mirror]);
    await Promise.all(UNUSED.map((path) => rm(join(root, path), { recursive: true, force: true })));
    for (const path of ["cache/apt/archives/partial", "lib/apt/lists/partial", "log/apt"]) {
      await mkdir(join(root, "var", path), { recursive: true });
    }
    await writeFile(join(root, "etc/apt/sources.list"), sourcesOf(mirror));
    await writeFile(join(folder, "Dockerfile"), BASE_DOCKERFILE);
    await run("buildah", [
      ...["bud", ...BUILD, "--arch", arch],
      ...["--timestamp", BASE_TIME, "--tag", name, folder],
    ]);
    return name;
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** With the security updates, which are where Debian has the current Chromium. debootstrap only knows the first line. */
function sourcesOf(mirror) {
  const security = mirror.replace(/\/debian\/?$/, "/debian-security");
  const sources = [
    [mirror, SUITE],
    [mirror, `${SUITE}-updates`],
    [security, `${SUITE}-security`],
  ];
  return sources.map(([url, suite]) => `deb ${url} ${suite} main\n`).join("");
}

/** The checked out commit, and its time in seconds. */
async function readCommit() {
  const [revision, time] = (await output("git", ["-C", ROOT, "log", "-1", "--format=%H %ct"]))
    .trim()
    .split(" ");
  return { revision, time };
}

/** Source: the annotations of the OCI image specification. */
function labelsOf(imageVersion, { revision, time }) {
  const labels = {
    title: "Vedette",
    description: "Self-hosted monitoring of websites, APIs and user journeys",
    ...{ version: imageVersion, revision, created: new Date(time * 1_000).toISOString(), licenses: "MIT" },
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
