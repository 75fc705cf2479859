/**
 * The system call filter of every program in a sandbox, as a classic BPF program for `bwrap --seccomp`. It
 * closes what user namespaces leave open: sockets of families without a network namespace (vsock reaches the
 * host of a virtual machine past the egress policy), other processes' memory, and the parts of the kernel
 * with the most known sandbox escapes. Everything else stays open, because Node and Chromium need most of it.
 * Pure. Sources: linux/filter.h, linux/seccomp.h, linux/audit.h; numbers from the kernel's system call
 * tables.
 */
export function seccompProgram(architecture: string): Buffer {
  const target = TARGETS[architecture];
  if (target === undefined) throw new Error(`there is no system call filter for ${architecture}`);
  const { audit, x32, numbers } = target;
  return assemble([
    load(OFFSET.architecture),
    jumpIfEqual(audit, { ifTrue: 1, ifFalse: 0 }),
    end(KILL_PROCESS),
    load(OFFSET.number),
    ...(x32 ? [jumpIfAtLeast(X32_FIRST, { ifTrue: 0, ifFalse: 1 }), end(refusal(EPERM))] : []),
    ...REFUSED.flatMap((name) => [
      jumpIfEqual(numbers[name], { ifTrue: 0, ifFalse: 1 }),
      end(refusal(EPERM)),
    ]),
    ...bySocketFamily(numbers.socket),
    ...bySocketFamily(numbers.socketpair),
    end(ALLOW),
  ]);
}

/** The same right as tracing, then the kernel's own machinery. */
const REFUSED = [
  "ptrace",
  "process_vm_readv",
  "process_vm_writev",
  "pidfd_getfd",
  "bpf",
  "perf_event_open",
  "userfaultfd",
  "add_key",
  "request_key",
  "keyctl",
  "io_uring_setup",
  "io_uring_enter",
  "io_uring_register",
] as const;

type CallName = (typeof REFUSED)[number] | "socket" | "socketpair";
type Target = { audit: number; x32: boolean; numbers: Readonly<Record<CallName, number>> };

/** These have the same number on every architecture. */
const COMMON = {
  io_uring_setup: 425,
  io_uring_enter: 426,
  io_uring_register: 427,
  pidfd_getfd: 438,
} as const;

/** By `process.arch`. */
const TARGETS: Readonly<Record<string, Target>> = {
  x64: {
    audit: 0xc000003e,
    x32: true,
    numbers: {
      ...COMMON,
      socket: 41,
      socketpair: 53,
      ptrace: 101,
      process_vm_readv: 310,
      process_vm_writev: 311,
      bpf: 321,
      perf_event_open: 298,
      userfaultfd: 323,
      add_key: 248,
      request_key: 249,
      keyctl: 250,
    },
  },
  arm64: {
    audit: 0xc00000b7,
    x32: false,
    numbers: {
      ...COMMON,
      socket: 198,
      socketpair: 199,
      ptrace: 117,
      process_vm_readv: 270,
      process_vm_writev: 271,
      bpf: 280,
      perf_event_open: 241,
      userfaultfd: 282,
      add_key: 217,
      request_key: 218,
      keyctl: 219,
    },
  },
};

/** The second table of numbers that an x86-64 kernel may support: each call again, with this bit set. */
const X32_FIRST = 0x4000_0000;

/**
 * AF_UNIX, AF_INET, AF_INET6, AF_NETLINK: the last one lists network interfaces, which Node and Chromium
 * need.
 */
const FAMILIES = [1, 2, 10, 16];

/** Skips itself for any other call. */
function bySocketFamily(number: number): Instruction[] {
  const block = [
    load(OFFSET.firstArgument),
    ...FAMILIES.map((family, index) => jumpIfEqual(family, { ifTrue: FAMILIES.length - index, ifFalse: 0 })),
    end(refusal(EAFNOSUPPORT)),
    end(ALLOW),
  ];
  return [jumpIfEqual(number, { ifTrue: 0, ifFalse: block.length }), ...block];
}

/**
 * Offsets in `struct seccomp_data`; for an argument the lower half, which is all that the kernel reads of an
 * `int`.
 */
const OFFSET = { number: 0, architecture: 4, firstArgument: 16 } as const;

const ALLOW = 0x7fff_0000;
const KILL_PROCESS = 0x8000_0000;
const EPERM = 1;
const EAFNOSUPPORT = 97;

function refusal(errno: number): number {
  return 0x0005_0000 + errno;
}

type Instruction = { code: number; ifTrue: number; ifFalse: number; value: number };
type Jumps = { ifTrue: number; ifFalse: number };

/** BPF_LD | BPF_W | BPF_ABS */
function load(offset: number): Instruction {
  return { code: 0x20, ifTrue: 0, ifFalse: 0, value: offset };
}

/** BPF_JMP | BPF_JEQ | BPF_K; jumps count from the next instruction. */
function jumpIfEqual(value: number, jumps: Jumps): Instruction {
  return { code: 0x15, ...jumps, value };
}

/** BPF_JMP | BPF_JGE | BPF_K */
function jumpIfAtLeast(value: number, jumps: Jumps): Instruction {
  return { code: 0x35, ...jumps, value };
}

/** BPF_RET | BPF_K */
function end(value: number): Instruction {
  return { code: 0x06, ifTrue: 0, ifFalse: 0, value };
}

const INSTRUCTION_BYTES = 8;

/** Encodes an array of `struct sock_filter`; both architectures are little-endian. */
function assemble(instructions: readonly Instruction[]): Buffer {
  const program = Buffer.alloc(instructions.length * INSTRUCTION_BYTES);
  for (const [index, { code, ifTrue, ifFalse, value }] of instructions.entries()) {
    const at = index * INSTRUCTION_BYTES;
    program.writeUInt16LE(code, at);
    program.writeUInt8(ifTrue, at + 2);
    program.writeUInt8(ifFalse, at + 3);
    program.writeUInt32LE(value, at + 4);
  }
  return program;
}
