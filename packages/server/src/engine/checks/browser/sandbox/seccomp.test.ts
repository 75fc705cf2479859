import { describe, expect, test } from "vitest";
import { seccompProgram } from "./seccomp.ts";

const AUDIT = { x64: 0xc000003e, arm64: 0xc00000b7, i386: 0x40000003 };
const ALLOWED = 0x7fff0000;
const KILLED = 0x80000000;
const PERMISSION = 0x00050001;
const FAMILY = 0x00050061;

type Call = { audit: number; number: number; firstArgument?: number };

/** Interprets the four instructions of the program as the kernel does. */
function verdict(program: Buffer, { audit, number, firstArgument = 0 }: Call): number {
  const data = Buffer.alloc(64);
  data.writeUInt32LE(number >>> 0, 0);
  data.writeUInt32LE(audit, 4);
  data.writeUInt32LE(firstArgument, 16);
  let accumulator = 0;
  for (let at = 0; at < program.length; at += 8) {
    const value = program.readUInt32LE(at + 4);
    const code = program.readUInt16LE(at);
    if (code === 0x06) return value;
    if (code === 0x20) accumulator = data.readUInt32LE(value);
    else {
      const isTrue = code === 0x15 ? accumulator === value : accumulator >= value;
      at += 8 * program.readUInt8(at + (isTrue ? 2 : 3));
    }
  }
  throw new Error("the program has no end");
}

const NUMBERS = {
  x64: {
    read: 0,
    socket: 41,
    socketpair: 53,
    refused: [101, 310, 311, 321, 298, 323, 248, 249, 250, 425, 426, 427, 438],
  },
  arm64: {
    read: 63,
    socket: 198,
    socketpair: 199,
    refused: [117, 270, 271, 280, 241, 282, 217, 218, 219, 425, 426, 427, 438],
  },
};

describe.each(["x64", "arm64"] as const)("the filter of system calls on %s", (architecture) => {
  const program = seccompProgram(architecture);
  const audit = AUDIT[architecture];
  const numbers = NUMBERS[architecture];

  test("allows ordinary calls", () => {
    expect(verdict(program, { audit, number: numbers.read })).toBe(ALLOWED);
    expect(verdict(program, { audit, number: 500 })).toBe(ALLOWED);
  });

  test("denies tracing, keys, kernel programs, io_uring, userfaultfd and perf", () => {
    for (const number of numbers.refused) expect(verdict(program, { audit, number })).toBe(PERMISSION);
  });

  test("allows four families of sockets and no other", () => {
    for (const number of [numbers.socket, numbers.socketpair]) {
      for (let family = 0; family < 64; family++) {
        const isKnown = [1, 2, 10, 16].includes(family);
        expect(verdict(program, { audit, number, firstArgument: family })).toBe(isKnown ? ALLOWED : FAMILY);
      }
    }
  });

  test("kills a program that uses another architecture's calls", () => {
    const others = Object.values(AUDIT).filter((each) => each !== audit);
    for (const other of others) expect(verdict(program, { audit: other, number: numbers.read })).toBe(KILLED);
  });
});

test("denies the complete second call table on x86-64", () => {
  for (const number of [0, 41, 101, 500]) {
    expect(verdict(seccompProgram("x64"), { audit: AUDIT.x64, number: number + 0x40000000 })).toBe(
      PERMISSION,
    );
  }
});

test("is not available for an architecture with unknown numbers", () => {
  expect(() => seccompProgram("riscv64")).toThrow("riscv64");
});
