import http from "node:http";
import https from "node:https";
import tls from "node:tls";

/**
 * The least that a check can cost: a timer, and a request with phase timings on a new connection. Arguments: URL,
 * requests a second, seconds.
 */
const [url = "", rateText = "1000", secondsText = "20"] = process.argv.slice(2);
const rate = Number(rateText);
const endMs = performance.now() + Number(secondsText) * 1_000;
const secure: https.RequestOptions & tls.ConnectionOptions = {
  secureContext: tls.createSecureContext(),
  rejectUnauthorized: false,
};
const target = new URL(url);
const isTls = target.protocol === "https:";
let done = 0;
let failed = 0;
let sum = 0;

function check(index: number): void {
  const startMs = performance.now();
  let connectMs = 0;
  let tlsMs = 0;
  let ttfbMs = 0;
  const common = { host: target.hostname, port: target.port, path: `/${index}`, agent: false as const };
  const onResponse = (response: http.IncomingMessage) => {
    ttfbMs = performance.now();
    response.resume();
    response.on("end", () => {
      sum += connectMs + tlsMs + ttfbMs + (performance.now() - startMs);
      done += 1;
    });
  };
  const request = isTls ? https.get({ ...common, ...secure }, onResponse) : http.get(common, onResponse);
  request.on("socket", (socket) => {
    socket.once("connect", () => {
      connectMs = performance.now();
    });
    socket.once("secureConnect", () => {
      tlsMs = performance.now();
    });
  });
  request.on("error", () => {
    failed += 1;
  });
}

/** Buckets of 10 ms, like the product's schedule. */
const STEP_MS = 10;
const startMs = performance.now();
let started = 0;
const timer = setInterval(() => {
  const nowMs = performance.now();
  const due = Math.floor(((nowMs - startMs) / 1_000) * rate);
  while (started < due) check(started++ % rate);
  if (nowMs < endMs) return;
  clearInterval(timer);
  setTimeout(() => {
    const { user, system } = process.cpuUsage();
    process.stdout.write(
      `${JSON.stringify({ done, failed, cpuMs: (user + system) / 1_000, sum: sum > 0 })}\n`,
    );
  }, 500);
}, STEP_MS);
