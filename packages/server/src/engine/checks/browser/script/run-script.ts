import { randomBytes } from "node:crypto";
import { chmod, chown } from "node:fs/promises";
import { join } from "node:path";
import type { JourneyRunSpec, RunOutcome } from "@vedette/contract/runs/run-job.ts";
import { createMasker } from "../../../../platform/masking/mask.ts";
import { EgressProxy } from "../../../../platform/net/egress-proxy.ts";
import { allowsVideo } from "../evidence/video.ts";
import { type LaunchEnd, type LaunchLimits, launch } from "../sandbox/launch.ts";
import { INSIDE_FOLDER } from "../sandbox/prove.ts";
import type { Mount } from "../sandbox/sandbox-view.ts";
import { claimScratch, type Scratch } from "../sandbox/scratch.ts";
import type { BrowserMount } from "./browser-mount.ts";
import { type Collector, createCollector, FILES_MAX } from "./collect-results.ts";
import type { PlaywrightPackages } from "./playwright-packages.ts";
import type { ScriptContext } from "./script-context.ts";
import { EVENTS_MAX } from "./script-events.ts";
import { buildScriptOutcome } from "./script-outcome.ts";
import { ScriptProgress } from "./script-progress.ts";
import { SCRIPT_FILE, wrapScript } from "./wrap-script.ts";

export type ScriptEnvironment = {
  mode: "sandboxed" | "trusted";
  scratchRoot: string;
  limits: Omit<LaunchLimits, "wallMs">;
  browser: BrowserMount;
  packages: PlaywrightPackages;
  /** The folder of Playwright's ffmpeg; without one there are no videos. */
  ffmpegFolder: string | null;
  /** Node's compile cache of Playwright; only Vedette's own warm-up may write to it. */
  compileCache: { folder: string; isWritable: boolean } | null;
};

/** After its own timeout a script closes its pages and writes its trace. */
const TEARDOWN_MS = 5_000;
/** After this time it is killed with all of its processes. */
const KILL_AFTER_MS = 10_000;
/** Any free port works: the sandbox has its own loopback. */
const INNER_PROXY_PORT = 8_888;

/** Runs one script and builds its outcome from the results. Rejects only for internal errors. */
export async function runScript(
  spec: JourneyRunSpec & { script: string },
  ctx: ScriptContext,
  environment: ScriptEnvironment,
): Promise<RunOutcome> {
  const startedAtMs = ctx.clock.now();
  const scratch = await claimScratch(environment.scratchRoot);
  let proxy: EgressProxy | null = null;
  let secrets: string[] = [];
  let results: Collector;
  let end: LaunchEnd;
  try {
    const scriptEgress = await openEgress(ctx, environment, scratch);
    proxy = scriptEgress.proxy;
    secrets = secretsOf(spec, scriptEgress);
    const progress = new ScriptProgress(ctx, createMasker(secrets));
    results = createCollector((event) => progress.take(event));
    end = await launch({
      scratch,
      mode: environment.mode,
      entry: { folder: INSIDE_FOLDER, file: "run-script.mjs" },
      input: inputFor(spec, { environment, scriptEgress }),
      readOnly: [
        ...environment.packages.mounts,
        ...environment.browser.mounts,
        ...ffmpegMounts(environment),
        ...scriptEgress.mounts,
        ...cacheMounts(environment, false),
      ],
      writable: cacheMounts(environment, true),
      env: environmentFor(environment, scriptEgress),
      limits: { ...environment.limits, wallMs: spec.timeoutMs + KILL_AFTER_MS },
      signal: ctx.signal ?? new AbortController().signal,
      onFrame: results.onFrame,
    });
  } finally {
    await proxy?.close();
    await scratch.remove();
  }
  if (end.killedFor === "aborted") ctx.signal?.throwIfAborted();
  const run = { results, end, proxy, mask: createMasker(secrets), spec };
  return buildScriptOutcome(
    { ...run, hasSecrets: secrets.length > 0, hasVideo: environment.ffmpegFolder !== null },
    ctx,
    startedAtMs,
  );
}

/** The journey's secrets, and the password of the proxy, which a trace of a trusted run would contain. */
function secretsOf({ secretNames, values }: JourneyRunSpec, { token }: ScriptEgress): string[] {
  const own = secretNames.flatMap((name) => values[name] ?? []);
  return token === null ? own : [...own, token, `vedette:${token}`];
}

type ScriptEgress = { proxy: EgressProxy; token: string | null; mounts: Mount[] };

/** Path of the proxy's socket inside the sandbox. */
const INNER_SOCKET = "/opt/vedette/egress.sock";

async function openEgress(
  { egress }: ScriptContext,
  environment: ScriptEnvironment,
  scratch: Scratch,
): Promise<ScriptEgress> {
  if (environment.mode === "trusted") {
    // Outside the sandbox every user of this machine can reach a loopback port.
    const token = randomBytes(24).toString("base64url");
    return { proxy: await EgressProxy.start({ egress, listen: { port: 0, token } }), token, mounts: [] };
  }
  const path = join(scratch.folder, "egress.sock");
  const proxy = await EgressProxy.start({ egress, listen: { path } });
  await chmod(path, 0o600);
  if (scratch.uid !== null) await chown(path, scratch.uid, scratch.uid);
  return { proxy, token: null, mounts: [{ from: path, to: INNER_SOCKET }] };
}

function inputFor(
  spec: JourneyRunSpec & { script: string },
  { environment, scriptEgress }: { environment: ScriptEnvironment; scriptEgress: ScriptEgress },
) {
  const { address } = scriptEgress.proxy;
  const isTrusted = environment.mode === "trusted";
  const { trace, video } = spec.capture;
  const modes = { always: "on", on_failure: "retain-on-failure", never: "off" } as const;
  return {
    fileName: SCRIPT_FILE,
    source: wrapScript(spec.script, spec.baseUrl),
    vars: spec.values,
    packages: isTrusted ? environment.packages.here : environment.packages.inside,
    egressSocket: isTrusted ? null : INNER_SOCKET,
    proxyPort: INNER_PROXY_PORT,
    proxy: {
      server: `http://127.0.0.1:${"port" in address ? address.port : INNER_PROXY_PORT}`,
      bypass: "<-loopback>",
      ...(scriptEgress.token === null ? {} : { username: "vedette", password: scriptEgress.token }),
    },
    timeoutMs: spec.timeoutMs,
    globalTimeoutMs: spec.timeoutMs + TEARDOWN_MS,
    executablePath: isTrusted ? environment.browser.path : environment.browser.innerPath,
    browserArgs: BROWSER_ARGS,
    device: spec.device,
    use: {
      ...(spec.viewport ? { viewport: spec.viewport } : {}),
      ...(spec.baseUrl === null ? {} : { baseURL: spec.baseUrl }),
      screenshot: "only-on-failure",
      // As in `playwright test`, except for the film strip, which cannot be masked.
      trace: { mode: modes[trace], screenshots: spec.secretNames.length === 0 },
      video: environment.ffmpegFolder === null || !allowsVideo(spec) ? "off" : modes[video],
    },
    limits: { fileBytesMax: environment.limits.fileBytesMax, eventsMax: EVENTS_MAX, files: FILES_MAX },
  };
}

/** As for declarative journeys: QUIC and WebRTC do not use an HTTP proxy. */
const BROWSER_ARGS = [
  "--disable-quic",
  "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

const INNER_FFMPEG = "/opt/vedette/ffmpeg";

function ffmpegMounts({ ffmpegFolder }: ScriptEnvironment) {
  return ffmpegFolder === null ? [] : [{ from: ffmpegFolder, to: INNER_FFMPEG }];
}

const INNER_CACHE = "/opt/vedette/compile-cache";

/** Returns the mounts of the caches, writable or read-only. */
function cacheMounts({ compileCache }: ScriptEnvironment, isWritable: boolean): Mount[] {
  return compileCache?.isWritable === isWritable ? [{ from: compileCache.folder, to: INNER_CACHE }] : [];
}

/** The environment of Playwright and the browser; a script does not see it. */
function environmentFor(
  { mode, ffmpegFolder, compileCache }: ScriptEnvironment,
  { token, proxy }: ScriptEgress,
): Record<string, string> {
  const port = "port" in proxy.address ? proxy.address.port : INNER_PROXY_PORT;
  const address = `http://${token === null ? "" : `vedette:${token}@`}127.0.0.1:${port}`;
  return {
    PATH: "/usr/bin:/bin",
    LANG: "C.UTF-8",
    // Node's `fetch`, too, reaches the network only this way.
    HTTP_PROXY: address,
    HTTPS_PROXY: address,
    NODE_USE_ENV_PROXY: "1",
    ...(compileCache === null ? {} : { NODE_COMPILE_CACHE: INNER_CACHE }),
    ...(ffmpegFolder === null
      ? {}
      : { PLAYWRIGHT_BROWSERS_PATH: mode === "trusted" ? ffmpegFolder : INNER_FFMPEG }),
  };
}
