import { execFile } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { validate } from "dockerfile-utils";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { CONFIG_KEYS } from "../packages/server/src/platform/config/config-keys.ts";
import { readConfig } from "../packages/server/src/platform/config/read-config.ts";

/** Verifies that deploy/ matches the current server; `deploy/lint` runs the tools that read these files. */

const DEPLOY = fileURLToPath(new URL("../deploy", import.meta.url));
const read = (name: string) => readFileSync(join(DEPLOY, name), "utf8");
const KNOWN = new Set([...Object.keys(CONFIG_KEYS), "NODE_ENV"]);

type Service = {
  environment?: Record<string, string | null>;
  image: string;
  command?: string[];
  security_opt?: string[];
  cap_drop?: string[];
  read_only?: boolean;
  mem_limit?: string;
  pids_limit?: number;
  networks?: string[];
};

const COMPOSE_FILES = ["compose.yaml", "compose.fleet.yaml"];
const readServices = (name: string) =>
  (parse(read(name), { merge: true }) as { services: Record<string, Service> }).services;

const REQUIRED: Record<string, string> = {
  VEDETTE_MASTER_KEY: randomBytes(32).toString("base64"),
  VEDETTE_PUBLIC_URL: "https://vedette.example.org",
};

/** As compose does: the default of a variable that is not set, or nothing, and a value for one that is required. */
function substitute(key: string, value: string): string {
  return value
    .replace(/\$\{\w+:-([^}]*)\}/g, "$1")
    .replace(/\$\{\w+\}/g, "")
    .replace(/\$\{\w+:\?[^}]*\}/g, REQUIRED[key] ?? "given");
}

describe("deploy", () => {
  test.each(["compose.yaml", "compose.fleet.yaml"])(
    "%s sets only variables that the server reads",
    (name) => {
      const { services } = parse(read(name), { merge: true }) as { services: Record<string, Service> };
      const ours = Object.values(services).filter(({ image }) => image === "vedette");
      expect(ours.length).toBeGreaterThan(0);
      const named = ours.flatMap(({ environment }) => Object.keys(environment ?? {}));
      expect(named.filter((key) => !KNOWN.has(key))).toEqual([]);
    },
  );

  test.each(COMPOSE_FILES)("%s is valid with the variables that it requires alone", (name) => {
    const ours = Object.values(readServices(name)).filter(({ image }) => image === "vedette");
    for (const { environment = {} } of ours) {
      const given = Object.entries(environment).map(([key, value]) => [
        key,
        value === null ? undefined : substitute(key, value),
      ]);
      expect(() => readConfig(Object.fromEntries(given))).not.toThrow();
    }
  });

  // podman-compose of Debian 12 passes on `${X:-}` as it is, and docker compose warns of `${X}` if X is not set.
  test("has no variable with an empty default, and the fleet's example sets those without one", () => {
    for (const name of COMPOSE_FILES) expect(read(name)).not.toContain(":-}");
    const example = read("fleet.env.example");
    const bare = [...read("compose.fleet.yaml").matchAll(/\$\{(\w+)\}/g)].map(([, name]) => name);
    expect(bare.length).toBeGreaterThan(0);
    expect(bare.filter((name) => !new RegExp(`^${name}=`, "m").test(example))).toEqual([]);
    expect(read("compose.yaml")).not.toMatch(/\$\{\w+\}/);
  });

  test("publishes the port of the image, keeps its volume, and asks for health where the server answers", () => {
    const dockerfile = read("Dockerfile");
    const port = /^EXPOSE (\d+)$/m.exec(dockerfile)?.[1];
    const volume = /^VOLUME (\S+)$/m.exec(dockerfile)?.[1];
    expect(dockerfile).toContain(`VEDETTE_DATA=${volume} PORT=${port}`);
    const { vedette } = readServices("compose.yaml");
    expect(vedette).toMatchObject({
      ports: [expect.stringMatching(new RegExp(`:${port}$`))],
      volumes: [`data:${volume}`],
    });
    expect(readServices("compose.fleet.yaml").api).toMatchObject({
      ports: [expect.stringMatching(new RegExp(`:${port}$`))],
    });
    const single = read("helm/vedette/templates/single.yaml");
    expect(single).toContain(`containerPort: ${port} }`);
    expect(single).toContain(`{ name: data, mountPath: ${volume} }`);
    const probes = read("helm/vedette/templates/_helpers.tpl").matchAll(
      /httpGet: \{ path: (\S+), port: http \}/g,
    );
    const inImage = /fetch\(`http:\/\/127\.0\.0\.1:\$\{process\.env\.PORT\}(\/\w+)`/.exec(dockerfile);
    const paths = [...[...probes].map(([, path]) => path), inImage?.[1]];
    const server = readFileSync(join(DEPLOY, "../packages/server/src/api/http/health/health.ts"), "utf8");
    expect(paths).toHaveLength(4);
    for (const path of paths) expect(server).toContain(`url: "${path}"`);
  });

  test("gives a fleet runner neither the database nor the master key", () => {
    const { services } = parse(read("compose.fleet.yaml"), { merge: true }) as {
      services: Record<string, Service>;
    };
    const names = Object.keys(services.runner?.environment ?? {});
    expect(names).toContain("NATS_URL");
    expect(names.filter((name) => /DATABASE|MASTER|SMTP/.test(name))).toEqual([]);
  });

  test.each(readdirSync(join(DEPLOY, "systemd")))("%s sets only variables that the server reads", (name) => {
    const named = [...read(`systemd/${name}`).matchAll(/^Environment=(.*)$/gm)].flatMap(([, list]) =>
      (list ?? "").split(" ").map((pair) => pair.split("=", 1)[0] ?? ""),
    );
    expect(named.filter((key) => !KNOWN.has(key))).toEqual([]);
  });

  test.each(COMPOSE_FILES)("limits each container of %s, with write access to its volumes only", (name) => {
    for (const [service, given] of Object.entries(readServices(name))) {
      expect([service, given]).toEqual([
        service,
        expect.objectContaining({
          security_opt: expect.arrayContaining(["no-new-privileges:true"]),
          cap_drop: ["ALL"],
          read_only: true,
          mem_limit: expect.any(String),
          pids_limit: expect.any(Number),
        }),
      ]);
    }
  });

  test("uses the seccomp profile for containers that run browsers", () => {
    for (const service of [readServices("compose.yaml").vedette, readServices("compose.fleet.yaml").runner]) {
      expect(service?.security_opt).toContain("seccomp=./seccomp.json");
    }
  });

  test("gives a fleet runner no network to the database and its own NATS user", () => {
    const { postgres, runner, api, scheduler } = readServices("compose.fleet.yaml");
    expect(postgres?.networks?.filter((network) => runner?.networks?.includes(network))).toEqual([]);
    const users = [api, scheduler, runner].map(
      (service) => /^nats:\/\/([\w-]+):/.exec(service?.environment?.NATS_URL ?? "")?.[1],
    );
    expect(users).toEqual(["api", "scheduler", "runner-default"]);
    for (const user of users) expect(read("nats/users.conf")).toContain(`user: "${user}"`);
  });

  test("pins every image to the digest of its multi-architecture manifest", async () => {
    const images = [...read("images.env").matchAll(/^(\w+_IMAGE)=/gm)].map(([, name]) => name);
    const files = [...COMPOSE_FILES, "Dockerfile"].map(read).join("\n");
    const bases = [...files.matchAll(/^(?:FROM|\s+image:) (\S+)/gm)].map(([, image]) => image ?? "");
    const own = new Set([
      "vedette",
      ...[...files.matchAll(/^FROM \S+ AS (\S+)/gm)].map(([, stage]) => stage),
    ]);
    for (const base of bases.filter((image) => !own.has(image))) {
      expect(images).toContain(/^\$\{(\w+)/.exec(base)?.[1]);
    }

    const folder = await mkdtemp(join(tmpdir(), "vedette-pin-"));
    await writeFile(join(folder, "images.env"), read("images.env"));
    // Replaces the registry: the manifest is the output of `skopeo inspect --raw`.
    await writeFile(join(folder, "skopeo"), `#!/bin/sh\nprintf '{"of":"%s"}' "$3"\n`, { mode: 0o755 });
    const env = { ...process.env, PATH: `${folder}:${process.env.PATH}` };
    for (let run = 0; run < 2; run += 1) {
      await promisify(execFile)(join(DEPLOY, "pin"), [join(folder, "images.env")], { env });
    }
    const digest = createHash("sha256").update('{"of":"docker://nats:2"}').digest("hex");
    expect(await readFile(join(folder, "images.env"), "utf8")).toContain(
      `\nNATS_IMAGE=nats:2@sha256:${digest}\n`,
    );
    await rm(folder, { recursive: true });
  });

  test("confines browsers and restricts connections in the chart by default", () => {
    const values = parse(read("helm/vedette/values.yaml")) as Record<string, Record<string, unknown>>;
    expect(values.browserSeccompProfile?.type).not.toBe("Unconfined");
    expect(values.networkPolicy?.enabled).toBe(true);
  });

  test("builds the image from the lockfile only, with Debian's security updates", () => {
    expect(read("Dockerfile")).toMatch(/^RUN apt-get update \\\n {2}&& apt-get upgrade -y /m);
    expect(read("Dockerfile")).toMatch(/^RUN npm ci /m);
    expect(read("Dockerfile")).not.toMatch(/npm install/);
  });

  test("has a valid Dockerfile whose images have an unprivileged user, a data volume and a health check", () => {
    const text = read("Dockerfile");
    expect(validate(text).map(({ message }) => message)).toEqual([]);
    const [base = "", full = "", last = ""] = text.split(/^FROM /m).slice(-3);
    for (const line of ["USER vedette", "VOLUME /data", "STOPSIGNAL SIGTERM"])
      expect(base).toContain(`\n${line}\n`);
    expect(base).toContain("\nHEALTHCHECK ");
    expect(full).toMatch(/^base AS full\n/);
    expect(full.trimEnd()).toMatch(/\nUSER vedette(\n\n.*)?$/);
    expect(last).toBe("base\n");
  });

  test("can be built without its first stage, as pack-image does", () => {
    expect(read("Dockerfile")).toMatch(/^FROM \$\{BASE_IMAGE\} AS base$/m);
    expect(read("Dockerfile")).toContain("\nCOPY --from=built --chown=root:root /app /app\n");
  });

  test("allows the system calls that a sandbox needs, and none that reaches the host", () => {
    type Rule = { names: string[]; action: string };
    const profile = JSON.parse(read("seccomp.json")) as { defaultAction: string; syscalls: Rule[] };
    expect(profile.defaultAction).toBe("SCMP_ACT_ERRNO");
    const allowed = profile.syscalls.flatMap(({ names, action }) =>
      action === "SCMP_ACT_ALLOW" ? names : [],
    );
    for (const needed of ["clone", "unshare", "mount", "umount2", "pivot_root", "seccomp", "prctl"]) {
      expect(allowed).toContain(needed);
    }
    const hostCalls = [
      "bpf",
      "ptrace",
      "keyctl",
      "init_module",
      "kexec_load",
      "perf_event_open",
      "reboot",
      "setns",
    ];
    expect(hostCalls.filter((name) => allowed.includes(name))).toEqual([]);
    // Family 40 is vsock, which bypasses network namespaces and reaches the host of a virtual machine.
    expect(profile.syscalls.filter(({ names }) => names.includes("socket"))).toMatchObject([
      { names: ["socket"], action: "SCMP_ACT_ALLOW", args: [{ index: 0, value: 40, op: "SCMP_CMP_NE" }] },
    ]);
  });
});
