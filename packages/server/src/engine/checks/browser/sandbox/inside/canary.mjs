// Tries, from inside the sandbox, everything that a hostile script would try, and reports what was denied.
// Each canary throws, or returns a description of what stopped it; a successful access is returned by `got`.
import { spawn } from "node:child_process";
import fs from "node:fs";
import net from "node:net";
import send from "./send.cjs";
import { AF_VSOCK, EAFNOSUPPORT, EPERM, numberOf, systemCall } from "./system-call.mjs";

const input = await send.readInput(() => process.exit(0));

/** @param {string} detail */
const got = (detail) => ({ refused: false, detail });
/** @param {string} detail */
const refused = (detail) => ({ refused: true, detail });

/** Returns the error of a call that must fail. */
function failing(call) {
  try {
    return got(String(call()).slice(0, 200));
  } catch (error) {
    return refused(error.code ?? error.message);
  }
}

const pids = fs.readdirSync("/proc").filter((name) => /^\d+$/.test(name));

const CANARIES = {
  environment() {
    for (const pid of pids) {
      const read = failing(() => fs.readFileSync(`/proc/${pid}/environ`, "utf8"));
      if (read.refused) continue;
      const names = fs
        .readFileSync(`/proc/${pid}/environ`, "utf8")
        .split("\0")
        .map((entry) => entry.split("=")[0])
        .filter((name) => name !== "" && !input.environmentNames.includes(name));
      if (names.length > 0) return got(`process ${pid} has ${names.join(", ")}`);
    }
    return refused("no process has more than ours");
  },
  processes() {
    // bubblewrap, this program and its parent prlimit: nothing of the machine.
    return pids.length <= 3 ? refused(`${pids.length} visible`) : got(`${pids.length} visible`);
  },
  memory() {
    // The first is bubblewrap: its memory contains its arguments and nothing of the runner's environment.
    for (const pid of pids.filter((each) => each !== String(process.pid) && each !== "1")) {
      const opened = failing(() => fs.openSync(`/proc/${pid}/mem`, "r"));
      if (!opened.refused) return got(`that of process ${pid} was opened`);
    }
    return refused("no other process can be read");
  },
  privileges() {
    const status = fs.readFileSync("/proc/self/status", "utf8");
    const capabilities = /^CapEff:\s*(\w+)$/m.exec(status)?.[1] ?? "unknown";
    const isClosed = /^0+$/.test(capabilities) && /^NoNewPrivs:\s*1$/m.test(status);
    return isClosed && process.getuid() !== 0
      ? refused("none")
      : got(`user ${process.getuid()}, ${capabilities}`);
  },
  files() {
    for (const path of [
      "/etc/shadow",
      "/etc/passwd",
      "/root",
      "/proc/1/root/etc/shadow",
      ...input.hiddenPaths,
    ]) {
      const opened = failing(() => fs.statSync(path).size);
      if (!opened.refused) return got(`${path} is visible`);
    }
    return refused("none is visible");
  },
  writing() {
    for (const folder of ["/", "/usr", "/etc", "/opt/vedette", "/dev", "/proc/sys/kernel", "/home"]) {
      const written = failing(() => fs.writeFileSync(`${folder}/canary`, "x"));
      if (!written.refused) return got(`${folder} is writable`);
    }
    return refused("EROFS");
  },
  async network() {
    for (const destination of input.destinations) {
      const code = await connectTo(destination);
      if (code === null) return got(`${JSON.stringify(destination)} was reached`);
    }
    return refused(`${input.destinations.length} destinations not reached`);
  },
  vsock() {
    // Not covered by network namespaces: on a virtual machine it reaches the host past all other isolation.
    const error = systemCall(numberOf("socket"), [AF_VSOCK, 1, 0]);
    return error === EAFNOSUPPORT ? refused("EAFNOSUPPORT") : got(`socket returned ${error}`);
  },
  kernel() {
    const status = fs.readFileSync("/proc/self/status", "utf8");
    if (!/^Seccomp:\s*2$/m.test(status)) return got("no system call filter");
    for (const name of ["ptrace", "bpf", "keyctl", "io_uring_setup", "userfaultfd", "perf_event_open"]) {
      const error = systemCall(numberOf(name), [0, 0, 0]);
      if (error !== EPERM) return got(`${name} answered ${error}`);
    }
    return refused("EPERM");
  },
  disk() {
    const written = ["/home/vedette", "/tmp", "/dev/shm"].map(fill);
    const most = Math.max(...written);
    const text = `${Math.round(most / 1_048_576)} MiB fitted`;
    return most <= input.diskBytesMax ? refused(text) : got(text);
  },
  async forks() {
    const children = [];
    let failure = null;
    while (failure === null && children.length <= input.processesMax) {
      const child = spawn("/bin/sleep", ["60"], { stdio: "ignore" });
      failure = await new Promise((resolve) => {
        child.once("error", (error) => resolve(error.code ?? error.message));
        child.once("spawn", () => resolve(null));
      });
      if (failure === null) children.push(child);
    }
    for (const child of children) child.kill("SIGKILL");
    return failure === null
      ? got(`${children.length} processes`)
      : refused(`${failure} after ${children.length}`);
  },
};

/** @returns {Promise<string | null>} The error, or null if it was reached. */
function connectTo(destination) {
  return new Promise((resolve) => {
    const socket = net.connect(destination);
    socket.setTimeout(2_000, () => done("no answer"));
    socket.once("connect", () => done(null));
    socket.once("error", (error) => done(error.code ?? error.message));
    function done(result) {
      socket.destroy();
      resolve(result);
    }
  });
}

/** Writes files of the maximum size until no more fit; all are removed again. */
function fill(folder) {
  const chunk = Buffer.alloc(1_048_576);
  const paths = [];
  let bytes = 0;
  let isFull = false;
  while (!isFull && bytes <= input.diskBytesMax * 2) {
    const path = `${folder}/canary-${paths.length}`;
    paths.push(path);
    const before = bytes;
    const file = fs.openSync(path, "w");
    try {
      for (;;) bytes += fs.writeSync(file, chunk);
    } catch {
      // Either the file or the folder is full: the next file shows which.
      isFull = bytes - before < chunk.length;
    }
    fs.closeSync(file);
  }
  for (const path of paths) fs.rmSync(path);
  return bytes;
}

// Otherwise a file that is too large ends the process.
process.on("SIGXFSZ", () => {});
for (const name of input.canaries) {
  let verdict;
  try {
    verdict = await CANARIES[name]();
  } catch (error) {
    verdict = refused(error.code ?? error.message);
  }
  send.sendMessage({ canary: name, ...verdict });
}
process.exit(0);
