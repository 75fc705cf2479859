// Sends results to the runner. Plain JavaScript, because it runs inside the sandbox at every start, and
// stripping types takes 30 ms more [measured].
const fs = require("node:fs");

/** The pipe that the runner reads; it blocks, so that nothing is lost when the process ends. */
const RESULTS = 3;

/** @param {unknown} value */
exports.sendMessage = (value) => {
  sendFrame("M", Buffer.from(JSON.stringify(value)));
};

/** @param {Buffer} bytes The file that the previous message announced. */
exports.sendFile = (bytes) => {
  sendFrame("F", bytes);
};

/** @param {"M" | "F"} kind @param {Buffer} body */
function sendFrame(kind, body) {
  const header = Buffer.alloc(5);
  header.write(kind, 0, "latin1");
  header.writeUInt32BE(body.length, 1);
  const frame = Buffer.concat([header, body]);
  for (let at = 0; at < frame.length; ) at += fs.writeSync(RESULTS, frame, at);
}

/** Reads the one line of input, and calls back when the runner is gone. */
exports.readInput = (onRunnerGone) =>
  new Promise((resolve) => {
    let text = "";
    let isRead = false;
    process.stdin.setEncoding("utf8");
    process.stdin.on("data", (chunk) => {
      if (isRead) return;
      text += chunk;
      if (!text.includes("\n")) return;
      isRead = true;
      resolve(JSON.parse(text.slice(0, text.indexOf("\n"))));
    });
    process.stdin.on("end", onRunnerGone);
    process.stdin.on("error", onRunnerGone);
  });
