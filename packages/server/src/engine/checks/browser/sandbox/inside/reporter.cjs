// Reports the progress of Playwright Test to the runner: tests, steps, output and attachments.
const fs = require("node:fs");
const { sendFile, sendMessage } = require("./send.cjs");

/** Texts are truncated here as well, so that one long message does not cost the run its results. */
const TEXT_MAX = 8_000;
const STACK_MAX = 4_000;

module.exports = class VedetteReporter {
  /** @param {{ limits: { fileBytesMax: number, eventsMax: number, files: number } }} options */
  constructor({ limits }) {
    this.limits = limits;
    this.ids = new Map();
    this.events = 0;
    this.files = 0;
  }

  version() {
    return "v2";
  }

  printsToStdio() {
    return true;
  }

  onError(error) {
    this.send({ event: "error", error: wordsOf(error) });
  }

  onTestBegin(test, result) {
    this.send({
      event: "test-begin",
      id: this.idOf(result),
      title: titleOf(test),
      atMs: result.startTime.getTime(),
      line: test.location.line,
    });
  }

  onStepBegin(_test, result, step) {
    if (!isTold(step)) return;
    this.send({
      event: "step-begin",
      id: this.idOf(step),
      testId: this.idOf(result),
      title: cut(step.title, 300),
      atMs: step.startTime.getTime(),
    });
  }

  onStepEnd(_test, _result, step) {
    if (!isTold(step)) return;
    this.send({
      event: "step-end",
      id: this.idOf(step),
      durationMs: Math.max(0, step.duration),
      error: step.error ? wordsOf(step.error) : null,
    });
  }

  onStdOut(chunk) {
    this.print("log", chunk);
  }

  onStdErr(chunk) {
    this.print("error", chunk);
  }

  onTestEnd(test, result) {
    this.send({
      event: "test-end",
      id: this.idOf(result),
      status: result.status,
      durationMs: Math.max(0, result.duration),
      errors: result.errors.slice(0, 5).map(wordsOf),
      expected: test.expectedStatus,
    });
    for (const attachment of result.attachments) {
      // Written for a language model; the trace shows the same page to users.
      if (attachment.name !== "error-context") this.attach(this.idOf(result), attachment);
    }
  }

  onEnd({ status }) {
    sendMessage({ event: "end", status });
  }

  attach(testId, { name, contentType, path, body }) {
    if (this.files >= this.limits.files) return;
    let bytes;
    try {
      if (path !== undefined && fs.statSync(path).size > this.limits.fileBytesMax) {
        this.send({ event: "file-left", testId, name: cut(name, 100), reason: "it is too large" });
        return;
      }
      bytes = path === undefined ? body : fs.readFileSync(path);
    } catch (error) {
      this.send({
        event: "file-left",
        testId,
        name: cut(name, 100),
        reason: error.code ?? "it cannot be read",
      });
      return;
    }
    if (!bytes || bytes.length > this.limits.fileBytesMax) return;
    this.files += 1;
    sendMessage({ event: "file", testId, name: cut(name, 100), contentType: cut(contentType, 100) });
    sendFile(bytes);
  }

  print(level, chunk) {
    const text = typeof chunk === "string" ? chunk : chunk.toString("utf8");
    this.send({ event: "print", level, text: cut(text, TEXT_MAX), atMs: Date.now() });
  }

  /** A script that loops over steps keeps its result: events beyond the maximum are dropped. */
  send(message) {
    const isNeeded = message.event === "test-end" || message.event === "error";
    if (this.events >= this.limits.eventsMax && !isNeeded) return;
    this.events += 1;
    sendMessage(message);
  }

  idOf(object) {
    const known = this.ids.get(object);
    if (known !== undefined) return known;
    this.ids.set(object, this.ids.size);
    return this.ids.size - 1;
  }
};

/** Returns whether the script named the step; the calls within it are in the trace. */
function isTold(step) {
  return step.category === "test.step";
}

/** Without project and file: there is only one of each. */
function titleOf(test) {
  return cut(test.titlePath().slice(3).join(" › "), 300);
}

function wordsOf(error) {
  return {
    message: cut(error.message ?? error.value ?? "an error without a message", TEXT_MAX),
    stack: cut(error.stack ?? "", STACK_MAX),
    line: error.location?.line ?? null,
    file: error.location?.file ?? null,
  };
}

function cut(text, max) {
  return String(text ?? "").slice(0, max);
}
