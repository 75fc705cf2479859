// Makes one system call from a generated program: Node cannot make the calls that a filter must deny, and no
// compiler or interpreter is guaranteed inside.
import { spawnSync } from "node:child_process";
import fs from "node:fs";

const LOADED_AT = 0x400000;
const HEADERS_BYTES = 64 + 56;

/** Numbers on x86-64 and on arm64. */
export const CALLS = {
  socket: [41, 198],
  ptrace: [101, 117],
  bpf: [321, 280],
  keyctl: [250, 219],
  add_key: [248, 217],
  request_key: [249, 218],
  io_uring_setup: [425, 425],
  io_uring_enter: [426, 426],
  io_uring_register: [427, 427],
  userfaultfd: [323, 282],
  perf_event_open: [298, 241],
};

export const AF_VSOCK = 40;
export const EPERM = 1;
export const EAFNOSUPPORT = 97;
export const X32_BIT = 0x40000000;

/**
 * Returns the error number of the call, 0 if it succeeded with zero, and above 127 if it returned another
 * value; null if the program was killed. @param {number} number @param {number[]} args Three at most; each is
 * passed as 32 bits.
 */
export function systemCall(number, args, folder = "/home/vedette") {
  const path = `${folder}/system-call`;
  fs.writeFileSync(path, program(number, args), { mode: 0o700 });
  try {
    return spawnSync(path, [], { stdio: "ignore", timeout: 5_000 }).status;
  } finally {
    fs.rmSync(path);
  }
}

/** @param {keyof typeof CALLS} name */
export function numberOf(name) {
  return CALLS[name][process.arch === "arm64" ? 1 : 0];
}

/** Builds an ELF file with one segment that makes the call and exits with its error number. */
function program(number, args) {
  const code = process.arch === "arm64" ? armCode(number, args) : intelCode(number, args);
  const file = Buffer.alloc(HEADERS_BYTES + code.length);
  file.set([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1], 0);
  file.writeUInt16LE(2, 16);
  file.writeUInt16LE(process.arch === "arm64" ? 183 : 62, 18);
  file.writeUInt32LE(1, 20);
  file.writeBigUInt64LE(BigInt(LOADED_AT + HEADERS_BYTES), 24);
  file.writeBigUInt64LE(64n, 32);
  file.writeUInt16LE(64, 52);
  file.writeUInt16LE(56, 54);
  file.writeUInt16LE(1, 56);
  file.writeUInt32LE(1, 64);
  file.writeUInt32LE(5, 68);
  file.writeBigUInt64LE(BigInt(LOADED_AT), 80);
  file.writeBigUInt64LE(BigInt(LOADED_AT), 88);
  file.writeBigUInt64LE(BigInt(file.length), 96);
  file.writeBigUInt64LE(BigInt(file.length), 104);
  file.writeBigUInt64LE(0x1000n, 112);
  file.set(code, HEADERS_BYTES);
  return file;
}

/** mov edi, …; mov esi, …; mov edx, …; mov eax, number; syscall; mov edi, eax; neg edi; mov eax, exit; syscall */
function intelCode(number, [first = 0, second = 0, third = 0]) {
  const move = (opcode, value) => {
    const bytes = Buffer.alloc(5);
    bytes[0] = opcode;
    bytes.writeUInt32LE(value >>> 0, 1);
    return bytes;
  };
  return Buffer.concat([
    move(0xbf, first),
    move(0xbe, second),
    move(0xba, third),
    move(0xb8, number),
    Buffer.from([0x0f, 0x05, 0x89, 0xc7, 0xf7, 0xdf]),
    move(0xb8, 60),
    Buffer.from([0x0f, 0x05]),
  ]);
}

/** movz/movk of w0, w1, w2 and w8; svc 0; neg w0, w0; movz w8, exit; svc 0 */
function armCode(number, [first = 0, second = 0, third = 0]) {
  const move = (register, value) => [
    0x52800000 + ((value & 0xffff) << 5) + register,
    0x72a00000 + (((value >>> 16) & 0xffff) << 5) + register,
  ];
  const words = [
    ...move(0, first),
    ...move(1, second),
    ...move(2, third),
    ...move(8, number),
    0xd4000001,
    0x4b0003e0,
    ...move(8, 93),
    0xd4000001,
  ];
  const code = Buffer.alloc(words.length * 4);
  for (const [index, word] of words.entries()) code.writeUInt32LE(word >>> 0, index * 4);
  return code;
}
