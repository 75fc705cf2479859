import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { validate } from "dockerfile-utils";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { CONFIG_KEYS } from "../packages/server/src/config/config-keys.ts";

/** What deploy/ says is true of the server as it is now; `deploy/lint` asks the tools that read these files. */

const DEPLOY = fileURLToPath(new URL("../deploy", import.meta.url));
const read = (name: string) => readFileSync(join(DEPLOY, name), "utf8");
const KNOWN = new Set([...Object.keys(CONFIG_KEYS), "NODE_ENV"]);

type Service = { environment?: Record<string, string>; image: string; command?: string[] };

describe("deploy", () => {
  test.each(["compose.yaml", "compose.fleet.yaml"])(
    "%s sets nothing that the server does not read",
    (name) => {
      const { services } = parse(read(name), { merge: true }) as { services: Record<string, Service> };
      const ours = Object.values(services).filter(({ image }) => image === "vedette");
      expect(ours.length).toBeGreaterThan(0);
      const named = ours.flatMap(({ environment }) => Object.keys(environment ?? {}));
      expect(named.filter((key) => !KNOWN.has(key))).toEqual([]);
    },
  );

  test("a runner of the fleet holds neither the database nor the master key", () => {
    const { services } = parse(read("compose.fleet.yaml"), { merge: true }) as {
      services: Record<string, Service>;
    };
    const names = Object.keys(services.runner?.environment ?? {});
    expect(names).toContain("NATS_URL");
    expect(names.filter((name) => /DATABASE|MASTER|SMTP/.test(name))).toEqual([]);
  });

  test.each(readdirSync(join(DEPLOY, "systemd")))("%s sets nothing that the server does not read", (name) => {
    const named = [...read(`systemd/${name}`).matchAll(/^Environment=(.*)$/gm)].flatMap(([, list]) =>
      (list ?? "").split(" ").map((pair) => pair.split("=", 1)[0] ?? ""),
    );
    expect(named.filter((key) => !KNOWN.has(key))).toEqual([]);
  });

  test("the Dockerfile has no fault, runs as nobody special and keeps its data in a volume", () => {
    const text = read("Dockerfile");
    expect(validate(text).map(({ message }) => message)).toEqual([]);
    const last = text.slice(text.lastIndexOf("\nFROM "));
    expect(last).toMatch(/^USER vedette$/m);
    expect(last).toMatch(/^VOLUME \/data$/m);
  });

  test("the system calls allowed are those of a sandbox, and none that reaches the machine", () => {
    type Rule = { names: string[]; action: string };
    const profile = JSON.parse(read("seccomp.json")) as { defaultAction: string; syscalls: Rule[] };
    expect(profile.defaultAction).toBe("SCMP_ACT_ERRNO");
    const allowed = profile.syscalls.flatMap(({ names, action }) =>
      action === "SCMP_ACT_ALLOW" ? names : [],
    );
    for (const needed of ["clone", "unshare", "mount", "umount2", "pivot_root", "seccomp", "prctl"]) {
      expect(allowed).toContain(needed);
    }
    const machine = [
      "bpf",
      "ptrace",
      "keyctl",
      "init_module",
      "kexec_load",
      "perf_event_open",
      "reboot",
      "setns",
    ];
    expect(machine.filter((name) => allowed.includes(name))).toEqual([]);
    // Family 40 is vsock, which reaches the host of a virtual machine past every network namespace.
    expect(profile.syscalls.filter(({ names }) => names.includes("socket"))).toMatchObject([
      { names: ["socket"], action: "SCMP_ACT_ALLOW", args: [{ index: 0, value: 40, op: "SCMP_CMP_NE" }] },
    ]);
  });
});
