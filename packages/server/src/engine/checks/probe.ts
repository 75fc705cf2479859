import type { Socket } from "node:net";
import type { CheckError, CheckErrorCode, CheckPhase } from "@vedette/contract/checks/check-errors.ts";
import type { CheckTimings, TlsFacts } from "@vedette/contract/checks/check-run.ts";
import { maskerOf } from "../../platform/masking/mask.ts";
import { type ConnectTarget, connect } from "../../platform/net/connect.ts";
import type { Egress } from "../../platform/net/egress.ts";
import { type NetFailure, RunnerError, toRunnerError } from "../../platform/net/net-failure.ts";
import { closeSocket } from "../../platform/net/probes/close-socket.ts";
import { type ClientIdentity, isTlsCode, secure, tlsFailure } from "../../platform/net/tls.ts";
import { assertionError } from "./assertion-error.ts";
import { evaluateAssertions } from "./assertions/evaluate.ts";
import type { CheckContext, CheckTry } from "./check-try.ts";
import { keptFacts } from "./kept-facts.ts";
import { maskOutcome } from "./mask-outcome.ts";
import type { ProbeFacts, ProbeSpec } from "./probe-model.ts";
import { createTimeline, type Timeline } from "./timeline.ts";
import { timeoutError } from "./timeout-error.ts";
import { untilStopped } from "./until-stopped.ts";

/**
 * Runs one try of a kind that is not HTTP: deadline, phases, outcome, and the release of all that it opened.
 * `start` calls `pass` or `fail` of the probe, at any time.
 */
export function runProbe(
  spec: ProbeSpec,
  ctx: CheckContext,
  start: (probe: Probe) => void,
): Promise<CheckTry> {
  return untilStopped(ctx.signal, (end) => {
    const probe = new Probe(spec, ctx, end);
    start(probe);
    return () => probe.release();
  });
}

type SecureTarget = { host: string; verify: boolean; identity?: ClientIdentity };
type ProbeEnd = { resolve(found: CheckTry): void; reject(error: unknown): void };

/** The phase of the timings to which a phase of errors belongs. */
const TIMING_OF: Partial<Record<CheckPhase, keyof CheckTimings>> = {
  dns: "dnsUs",
  connect: "connectUs",
  tls: "tlsUs",
  request: "ttfbUs",
  headers: "ttfbUs",
  body: "downloadUs",
};

export class Probe {
  ip: string | null = null;
  tls: TlsFacts | null = null;
  #addresses: readonly string[] | null = null;
  readonly ctx: CheckContext;
  readonly #spec: ProbeSpec;
  readonly #end: ProbeEnd;
  readonly #timeline: Timeline;
  readonly #deadline: NodeJS.Timeout;
  #cleanups: (() => void)[] = [];
  #socket: Socket | null = null;
  #credentials: string[] = [];
  #phase: CheckPhase = "dns";
  #missing: string | undefined;
  #expected: readonly CheckErrorCode[] = [];
  #isDone = false;

  constructor(spec: ProbeSpec, ctx: CheckContext, end: ProbeEnd) {
    this.#spec = spec;
    this.ctx = ctx;
    this.#end = end;
    this.#timeline = createTimeline(ctx.clock);
    this.#deadline = setTimeout(() => this.#timeOut(), spec.timeoutMs);
  }

  get isDone(): boolean {
    return this.#isDone;
  }

  /** Starts a phase. `missing` completes the message of a timeout in it: "no answer came". */
  enter(phase: CheckPhase, missing?: string): void {
    this.#phase = phase;
    this.#missing = missing;
  }

  /** Assigns the time since the last mark to the current phase, and starts the next one. */
  advance(phase: CheckPhase, missing?: string): void {
    this.markPhase();
    this.enter(phase, missing);
  }

  /** Assigns the time since the last mark to the current phase. */
  markPhase(): void {
    const timing = TIMING_OF[this.#phase];
    if (timing !== undefined) this.mark(timing);
  }

  /** Assigns the time since the last mark. */
  mark(timing: keyof CheckTimings): void {
    if (!this.#isDone) this.#timeline.mark(timing);
  }

  /** Sets a time that the target or a program measured. */
  setTiming(timing: keyof CheckTimings, us: number): void {
    this.#timeline.rewind({ ...this.#timeline.spent, [timing]: us });
  }

  /** Registers a credential that was made for this check, and must not be shown. */
  hide(credential: string): void {
    this.#credentials.push(credential);
  }

  /** Errors with these codes make the probe pass, without a response. */
  expectErrors(codes: readonly CheckErrorCode[]): void {
    this.#expected = codes;
  }

  /** Registers what must be released when the probe ends, also after an error. */
  onEnd(cleanup: () => void): void {
    if (this.#isDone) cleanup();
    else this.#cleanups.push(cleanup);
  }

  release(): void {
    this.#isDone = true;
    clearTimeout(this.#deadline);
    for (const cleanup of this.#cleanups.splice(0).reverse()) cleanup();
    if (this.#socket !== null) closeSocket(this.#socket);
    this.#socket = null;
  }

  /** Connects within the egress policy; `onOpen` gets a socket that is closed at the end of the probe. */
  connect(target: ConnectTarget, onOpen: (socket: Socket) => void, egress: Egress = this.ctx.egress): void {
    const cancel = connect(egress, target, {
      onResolved: (addresses) => {
        this.#addresses = addresses;
        this.mark("dnsUs");
      },
      onAddress: (ip) => {
        this.ip = ip;
        this.enter("connect");
      },
      onConnected: () => {
        this.mark("connectUs");
        if (target.tls !== null) this.enter("tls");
      },
      onCertificate: (facts) => {
        this.tls = facts;
      },
      onOpen: (socket) => {
        if (target.tls !== null) this.mark("tlsUs");
        this.#open(socket, onOpen);
      },
      onFailure: (failure) => this.failNet(failure),
    });
    this.onEnd(cancel);
  }

  /** Performs the TLS handshake on a connected socket, after the protocol has asked for it. */
  secure(socket: Socket, { host, ...options }: SecureTarget, onSecure: (secured: Socket) => void): void {
    this.enter("tls");
    const name = host.startsWith("[") ? host.slice(1, -1) : host;
    secure(
      this.ctx.egress.tls,
      socket,
      { ...options, host: name, alpn: null },
      {
        onCertificate: (facts) => {
          this.tls = facts;
        },
        onSecure: (secured) => {
          this.mark("tlsUs");
          this.#open(secured, onSecure);
        },
        onFailure: (failure) => this.failNet(failure),
      },
    );
  }

  #open(socket: Socket, onOpen: (socket: Socket) => void): void {
    if (this.#isDone) {
      socket.destroy();
      return;
    }
    this.#socket = socket;
    onOpen(socket);
  }

  /** Ends the probe with what the target answered: it passes if the assertions do. */
  pass(facts: ProbeFacts = {}): void {
    this.#finish(null, facts);
  }

  /** Ends the probe with an error, which takes precedence over assertions about the facts. */
  fail(error: CheckError, facts?: ProbeFacts): void {
    this.#finish(error, facts);
  }

  /** Ends the probe with a failure to connect. */
  failNet(failure: NetFailure | RunnerError): void {
    if (this.#isDone) return;
    if (failure instanceof RunnerError) {
      this.abort(failure);
      return;
    }
    // A literal address that the policy blocks was not resolved.
    const isBlocked = this.#phase === "dns" && failure.error.phase !== "dns";
    if (!isBlocked) this.markPhase();
    this.#finish(failure.error, undefined);
  }

  /** Ends the probe because its connection broke. */
  failSocket(error: NodeJS.ErrnoException): void {
    const code = error.code ?? "unknown";
    const runnerError = toRunnerError(error);
    if (runnerError !== null) this.failNet(runnerError);
    else if (isTlsCode(code)) this.failNet(tlsFailure(error));
    else this.failClosed(`reset the connection (${code})`);
  }

  /** Ends the probe because the target ended its connection early. */
  failClosed(what = "closed the connection"): void {
    const message = `the server ${what} before the check was complete`;
    this.failNet({ error: { code: "CONNECTION_RESET", message, phase: this.#phase }, code: null });
  }

  failProtocol(message: string): void {
    this.failAs("PROTOCOL_ERROR", message);
  }

  /** Ends the probe with an error of its current phase. */
  failAs(code: CheckErrorCode, message: string): void {
    this.failNet({ error: { code, message, phase: this.#phase }, code: null });
  }

  /** Ends the probe without an outcome, because of an internal error. */
  abort(error: unknown): void {
    if (this.#isDone) return;
    this.release();
    this.#end.reject(error);
  }

  #timeOut(): void {
    if (this.#isDone) return;
    this.markPhase();
    this.#finish(timeoutError(this.#phase, this.#spec.timeoutMs, this.#missing), undefined);
  }

  #finish(found: CheckError | null, answer: ProbeFacts | undefined): void {
    if (this.#isDone) return;
    this.release();
    const isExpected = found !== null && this.#expected.includes(found.code);
    const error = isExpected ? null : found;
    const facts = isExpected ? {} : answer;
    const { spent, totalUs } = this.#timeline;
    const { ip, tls } = this;
    const responseUs = totalUs();
    const spec = this.#maskedSpec();
    const evaluation = evaluateAssertions(
      facts === undefined ? [] : spec.assertions,
      {
        ...NO_HTTP,
        ip,
        responseMs: (responseUs ?? 0) / 1_000,
        bodyText: facts?.text ?? null,
        sslDaysLeft: daysLeft(tls, this.ctx.clock.now()),
        values: facts?.values ?? {},
      },
      { clock: this.ctx.clock, hide: maskerOf(spec.mask) },
    );
    const outcome: CheckTry = {
      ...{ ip, tls, responseUs, timings: spent, statusCode: null },
      bodyBytes: facts?.bytes ?? null,
      assertions: evaluation.outcomes,
      error: error ?? assertionError(evaluation),
      ...(facts?.records && { records: facts.records }),
      ...(this.#addresses && { fingerprint: { addresses: this.#addresses.toSorted() } }),
    };
    // The runner masks the secrets of a spec only.
    const masked = this.#credentials.length === 0 ? outcome : maskOutcome(outcome, spec);
    this.#end.resolve(facts === undefined ? masked : { ...masked, ...keptFacts(spec, masked, facts) });
  }

  #maskedSpec(): ProbeSpec {
    if (this.#credentials.length === 0) return this.#spec;
    return { ...this.#spec, mask: [...(this.#spec.mask ?? []), ...this.#credentials] };
  }
}

const NO_HTTP = { httpVersion: null, redirectUrl: null, statusCode: null, headers: {} };

const DAY_MS = 86_400_000;

function daysLeft(tls: TlsFacts | null, nowMs: number): number | null {
  const expiresAtMs = tls?.expiresAtMs ?? null;
  return expiresAtMs === null ? null : Math.floor((expiresAtMs - nowMs) / DAY_MS);
}
